"""Changes to the engine's source, made in a copy when the guest is built.

Each has an anchor that must occur exactly once; when the engine is updated and
one does not, the build stops and names it.
"""

PATCHES = [
    # WebAssembly has no computed goto: the table of labels would only be one
    # more load before the same jump table.
    dict(
        name="dispatch by a switch",
        file="quickjs.c",
        anchor="#if defined(EMSCRIPTEN) || defined(_MSC_VER)\n#define DIRECT_DISPATCH  0\n",
        replacement="#if 1\n#define DIRECT_DISPATCH  0\n",
    ),
    # A top-level `return` ends the script. The value goes into the same kind
    # of wrapper that the completion value gets at the end of the program, so
    # that nothing awaits it too early.
    dict(
        name="top-level return",
        file="quickjs.c",
        anchor="""    case TOK_RETURN:
        if (s->cur_func->is_eval) {
            js_parse_error(s, "return not in a function");
            goto fail;
        }
""",
        replacement="""    case TOK_RETURN:
        if (s->cur_func->is_eval) {
            if (s->cur_func->func_kind != JS_FUNC_ASYNC ||
                s->cur_func->eval_type != JS_EVAL_TYPE_GLOBAL) {
                js_parse_error(s, "return not in a function");
                goto fail;
            }
            if (next_token(s))
                goto fail;
            emit_op(s, OP_special_object);
            emit_u8(s, OP_SPECIAL_OBJECT_NULL_PROTO);
            if (s->token.val != ';' && s->token.val != '}' &&
                s->token.val != TOK_EOF && !s->got_lf) {
                if (js_parse_expr(s))
                    goto fail;
            } else {
                emit_op(s, OP_undefined);
            }
            emit_op(s, OP_define_field);
            emit_atom(s, JS_ATOM_value);
            emit_return(s, true);
            if (js_parse_expect_semi(s))
                goto fail;
            break;
        }
""",
    ),
    # The wrapper of the completion value must not be seen by the script: no
    # prototype whose setters or `then` it could have changed.
    dict(
        name="completion value wrapper",
        file="quickjs.c",
        count=2,
        anchor="""                emit_op(s, OP_object);
                emit_op(s, OP_dup);
                emit_op(s, OP_get_loc);
                emit_u16(s, fd->eval_ret_idx);
                emit_op(s, OP_put_field);
                emit_atom(s, JS_ATOM_value);
""",
        replacement="""                emit_op(s, OP_special_object);
                emit_u8(s, OP_SPECIAL_OBJECT_NULL_PROTO);
                emit_op(s, OP_get_loc);
                emit_u16(s, fd->eval_ret_idx);
                emit_op(s, OP_define_field);
                emit_atom(s, JS_ATOM_value);
""",
    ),
    # A later run of a session may declare a name again, as in a REPL. Within one
    # source the parser refuses that already, and what the host defined (which can
    # not be written to) stays refused.
    dict(
        name="redeclaring, the check",
        file="quickjs.c",
        anchor="""        if (prs && !(prs->flags & JS_PROP_CONFIGURABLE))
            goto fail_redeclaration;
    } else {
        if (!prs && !p->extensible)
""",
        replacement="""        if (prs && !(prs->flags & (JS_PROP_CONFIGURABLE | JS_PROP_WRITABLE)))
            goto fail_redeclaration;
    } else {
        if (!prs && !p->extensible)
""",
    ),
    dict(
        name="redeclaring, lexical names",
        file="quickjs.c",
        anchor="""    p = JS_VALUE_GET_OBJ(ctx->global_var_obj);
    prs = find_own_property1(p, prop);
    if (prs) {
    fail_redeclaration:
        JS_ThrowSyntaxErrorVarRedeclaration(ctx, prop);
        return -1;
    }
    return 0;
""",
        replacement="""    return 0;
    fail_redeclaration:
        JS_ThrowSyntaxErrorVarRedeclaration(ctx, prop);
        return -1;
""",
    ),
    dict(
        name="redeclaring, variables",
        file="quickjs.c",
        anchor="""    JSValue val;
    int flags;

    if (def_flags & DEFINE_GLOBAL_LEX_VAR) {
        p = JS_VALUE_GET_OBJ(ctx->global_var_obj);
""",
        replacement="""    JSValue val;
    int flags;

    delete_property(ctx, JS_VALUE_GET_OBJ(ctx->global_var_obj), prop);
    if (def_flags & DEFINE_GLOBAL_LEX_VAR) {
        p = JS_VALUE_GET_OBJ(ctx->global_var_obj);
""",
    ),
    dict(
        name="redeclaring, functions",
        file="quickjs.c",
        anchor="""    JSShapeProperty *prs;
    int flags;

    p = JS_VALUE_GET_OBJ(ctx->global_obj);
    prs = find_own_property1(p, prop);
    flags = JS_PROP_HAS_VALUE | JS_PROP_THROW;
""",
        replacement="""    JSShapeProperty *prs;
    int flags;

    delete_property(ctx, JS_VALUE_GET_OBJ(ctx->global_var_obj), prop);
    p = JS_VALUE_GET_OBJ(ctx->global_obj);
    prs = find_own_property1(p, prop);
    flags = JS_PROP_HAS_VALUE | JS_PROP_THROW;
""",
    ),
    # Memory that is not there ends the run; no script gets to catch that.
    dict(
        name="out of memory",
        file="quickjs.c",
        anchor="""    JSRuntime *rt = ctx->rt;
    if (!rt->in_out_of_memory) {
        rt->in_out_of_memory = true;
        JS_ThrowInternalError(ctx, "out of memory");
        rt->in_out_of_memory = false;
    }
    return JS_EXCEPTION;
""",
        replacement="""    extern _Noreturn void host_out_of_memory(void);
    host_out_of_memory();
""",
    ),
    # When to collect garbage next depends on the room that is left.
    dict(
        name="gc threshold",
        file="quickjs.c",
        anchor="""        rt->malloc_gc_threshold = rt->malloc_state.malloc_size +
            (rt->malloc_state.malloc_size >> 1);
""",
        replacement="""        extern size_t modebox_next_gc_threshold(size_t size);
        rt->malloc_gc_threshold = modebox_next_gc_threshold(rt->malloc_state.malloc_size);
""",
    ),
    # Where a token is: the exact line and column (in UTF-16 code units) of the
    # run's source, from its offset. The engine counts bytes, and for some
    # tokens from the one before.
    dict(
        name="position of a token",
        file="quickjs.c",
        anchor="""    s->token.col_num = max_int(1, s->mark - s->eol);
    s->buf_ptr = p;

    //    dump_token(s, &s->token);
    return 0;

 invalid_utf8:
""",
        replacement="""    s->token.col_num = max_int(1, s->mark - s->eol);
    modebox_position(s->token.ptr, &s->token.line_num, &s->token.col_num);
    s->buf_ptr = p;

    //    dump_token(s, &s->token);
    return 0;

 invalid_utf8:
""",
    ),
    dict(
        name="position of a syntax error",
        file="quickjs.c",
        anchor="""        err_col_num = (int)(s->token.ptr - s->token.line_start) + 1;
    build_backtrace(""",
        replacement="""        err_col_num = (int)(s->token.ptr - s->token.line_start) + 1;
    modebox_position(s->token.ptr, &s->token.line_num, &err_col_num);
    build_backtrace(""",
    ),
    dict(
        name="declaration of modebox_position",
        file="quickjs.c",
        anchor="""int JS_PRINTF_FORMAT_ATTR(2, 3) js_parse_error(JSParseState *s, JS_PRINTF_FORMAT const char *fmt, ...)
{
""",
        replacement="""/* engine.c: leaves line and column alone if the pointer is not in the run's source */
static void modebox_position(const uint8_t *ptr, int *line, int *col);

int JS_PRINTF_FORMAT_ATTR(2, 3) js_parse_error(JSParseState *s, JS_PRINTF_FORMAT const char *fmt, ...)
{
""",
    ),
    dict(
        name="position of an identifier",
        file="quickjs.c",
        anchor="""            int identifier_col_num =
                (int)(s->token.ptr - s->line_start) + 1;
""",
        replacement="""            int identifier_col_num = s->token.col_num;
""",
    ),
    # Stacks show the script's frames, in the way that is known from Node:
    # nothing of the engine's own functions, no name for the script itself.
    dict(
        name="frames of a stack",
        file="quickjs.c",
        anchor="""        if (js_class_has_bytecode(p->class_id)) {
            b = p->u.func.function_bytecode;
            backtrace_barrier = b->backtrace_barrier;
        }

        if (has_prepare) {
            js_new_callsite_data(ctx, &csd[i], sf);
        } else {
            /* func_name_str is UTF-8 encoded if needed */
            func_name_str = get_func_name(ctx, sf->cur_func);
            if (!func_name_str || func_name_str[0] == '\\0')
                str1 = "<anonymous>";
            else
                str1 = func_name_str;
            dbuf_printf(&dbuf, "    at %s", str1);
            JS_FreeCString(ctx, func_name_str);
""",
        replacement="""        if (js_class_has_bytecode(p->class_id)) {
            b = p->u.func.function_bytecode;
            backtrace_barrier = b->backtrace_barrier;
        }
        if (!b)
            continue;

        if (has_prepare) {
            js_new_callsite_data(ctx, &csd[i], sf);
        } else {
            bool is_named;
            /* func_name_str is UTF-8 encoded if needed */
            func_name_str = get_func_name(ctx, sf->cur_func);
            is_named = func_name_str && func_name_str[0] != '\\0' && b->func_name != JS_ATOM__eval_;
            dbuf_printf(&dbuf, "    at ");
            if (is_named) {
                /* dbuf_printf() would cut a long name */
                dbuf_put(&dbuf, (const uint8_t *)func_name_str, min_int(strlen(func_name_str), 256));
                dbuf_putc(&dbuf, ' ');
            }
            JS_FreeCString(ctx, func_name_str);
""",
    ),
    dict(
        name="places in a stack",
        file="quickjs.c",
        anchor="""                dbuf_printf(&dbuf, " (%s", atom_str ? atom_str : "<null>");
                JS_FreeCString(ctx, atom_str);
                if (line_num1 != -1)
                    dbuf_printf(&dbuf, ":%d:%d", line_num1, col_num1);
                dbuf_putc(&dbuf, ')');
""",
        replacement="""                if (is_named)
                    dbuf_putc(&dbuf, '(');
                if (atom_str)
                    dbuf_put(&dbuf, (const uint8_t *)atom_str, strlen(atom_str));
                JS_FreeCString(ctx, atom_str);
                if (line_num1 != -1)
                    dbuf_printf(&dbuf, ":%d:%d", line_num1, col_num1);
                if (is_named)
                    dbuf_putc(&dbuf, ')');
""",
    ),
    dict(
        name="frames without a place",
        file="quickjs.c",
        anchor="""                dbuf_printf(&dbuf, " (missing)");
""",
        replacement="""                if (!is_named)
                    dbuf_printf(&dbuf, "<anonymous>");
""",
    ),
    dict(
        name="place of a syntax error in a stack",
        file="quickjs.c",
        anchor="""            dbuf_printf(&dbuf, "    at %s", filename);
            if (line_num != -1)
""",
        replacement="""            dbuf_printf(&dbuf, "    at ");
            dbuf_put(&dbuf, (const uint8_t *)filename, strlen(filename));
            if (line_num != -1)
""",
    ),
    dict(
        name="end of a stack",
        file="quickjs.c",
        anchor="""            stack = JS_NewStringLen(ctx, (char *)dbuf.buf, dbuf.size);
        dbuf_free(&dbuf);
    }

    if (JS_IsUndefined(ctx->error_back_trace))
""",
        replacement="""            stack = JS_NewStringLen(ctx, (char *)dbuf.buf, dbuf.size ? dbuf.size - 1 : 0);
        dbuf_free(&dbuf);
    }

    if (JS_IsUndefined(ctx->error_back_trace))
""",
    ),
    # What the script reads as `stack` begins with the error's name and
    # message, as scripts expect that were written for Node.
    dict(
        name="head of a stack",
        file="quickjs.c",
        anchor="""    if (p->class_id != JS_CLASS_ERROR)
        return JS_UNDEFINED;
    return js_dup(p->u.object_data);
}
""",
        replacement="""    if (p->class_id != JS_CLASS_ERROR)
        return JS_UNDEFINED;
    if (JS_IsString(p->u.object_data) && !JS_IsFunction(ctx, ctx->error_prepare_stack)) {
        JSValue frames = js_dup(p->u.object_data);
        JSValue head = js_error_toString(ctx, this_val, 0, NULL);
        if (JS_IsException(head) || JS_IsEmptyString(frames)) {
            JS_FreeValue(ctx, frames);
            return head;
        }
        head = JS_ConcatString3(ctx, "", head, "\\n");
        return JS_ConcatString(ctx, head, frames);
    }
    return js_dup(p->u.object_data);
}
""",
    ),
    # Garbage is collected before a large buffer is made, not only before a
    # new object.
    dict(
        name="gc before a large buffer",
        file="quickjs.c",
        anchor="""    /* XXX: we are currently limited to 2 GB */
    if (len > INT32_MAX) {
        JS_ThrowRangeError(ctx, "invalid array buffer length");
        goto fail;
    }
""",
        replacement="""    /* XXX: we are currently limited to 2 GB */
    if (len > INT32_MAX) {
        JS_ThrowRangeError(ctx, "invalid array buffer length");
        goto fail;
    }
    if (len > 65536)
        js_trigger_gc(rt, len);
""",
    ),
    # A call is where its function's name stands, not where its last argument
    # does; a property that can not be read, where its name stands.
    dict(
        name="place of a call: what is before the parenthesis",
        file="quickjs.c",
        anchor="""        JSFunctionDef *fd = s->cur_func;
        bool has_optional_chain = false;

        if (s->token.val == TOK_QUESTION_MARK_DOT) {
""",
        replacement="""        JSFunctionDef *fd = s->cur_func;
        bool has_optional_chain = false;
        int call_line_num = s->last_line_num;
        int call_col_num = s->last_col_num;

        if (s->token.val == TOK_QUESTION_MARK_DOT) {
""",
    ),
    dict(
        name="place of a call: before its arguments",
        file="quickjs.c",
        anchor="""            parse_func_call2:
                emit_source_loc(s);
                switch(opcode = get_prev_opcode(fd)) {
""",
        replacement="""            parse_func_call2:
                emit_source_loc_at(s, call_line_num, call_col_num);
                switch(opcode = get_prev_opcode(fd)) {
""",
    ),
    dict(
        name="place of a call: after its arguments",
        file="quickjs.c",
        anchor="""                if (next_token(s))
                    return -1;
            emit_func_call:
                switch(opcode) {
""",
        replacement="""                if (next_token(s))
                    return -1;
            emit_func_call:
                emit_source_loc_at(s, call_line_num, call_col_num);
                switch(opcode) {
""",
    ),
    dict(
        name="place of a call: after spread arguments",
        file="quickjs.c",
        anchor="""                /* drop the index */
                emit_op(s, OP_drop);

                /* apply function call */
                switch(opcode) {
""",
        replacement="""                /* drop the index */
                emit_op(s, OP_drop);
                emit_source_loc_at(s, call_line_num, call_col_num);

                /* apply function call */
                switch(opcode) {
""",
    ),
    dict(
        name="place of a property",
        file="quickjs.c",
        anchor="""                    emit_op(s, OP_get_field);
                    emit_atom(s, s->token.u.ident.atom);
                }
            }
            if (next_token(s))
                return -1;
        } else if (s->token.val == '[') {
""",
        replacement="""                    emit_source_loc(s);
                    emit_op(s, OP_get_field);
                    emit_atom(s, s->token.u.ident.atom);
                }
            }
            if (next_token(s))
                return -1;
        } else if (s->token.val == '[') {
""",
    ),
    dict(
        name="place of an element",
        file="quickjs.c",
        anchor="""            if (prev_op == OP_get_super) {
                emit_op(s, OP_get_super_value);
            } else {
                emit_op(s, OP_get_array_el);
            }
        } else {
            break;
""",
        replacement="""            emit_source_loc_at(s, call_line_num, call_col_num);
            if (prev_op == OP_get_super) {
                emit_op(s, OP_get_super_value);
            } else {
                emit_op(s, OP_get_array_el);
            }
        } else {
            break;
""",
    ),
    # The text that JSON.parse was given is not a file of the script's.
    dict(
        name="no file for JSON",
        file="quickjs.c",
        anchor="""        obj = JS_ParseJSON_internal(ctx, str, len, "<input>", pr1);
""",
        replacement="""        obj = JS_ParseJSON_internal(ctx, str, len, NULL, pr1);
""",
    ),
    dict(
        name="no file for JSON without reviver",
        file="quickjs.c",
        anchor="""        obj = JS_ParseJSON_internal(ctx, str, len, "<input>", NULL);
""",
        replacement="""        obj = JS_ParseJSON_internal(ctx, str, len, NULL, NULL);
""",
    ),
    # A script is more like the body of an async function than like a script
    # of a page, so `using` may stand in it.
    dict(
        name="top-level using",
        file="quickjs.c",
        anchor="""                if (fd->is_eval &&
                    (fd->eval_type == JS_EVAL_TYPE_GLOBAL ||
""",
        replacement="""                if (fd->is_eval && fd->func_kind != JS_FUNC_ASYNC &&
                    (fd->eval_type == JS_EVAL_TYPE_GLOBAL ||
""",
    ),
    # The engine measures recursion by the guest's own stack. These two use
    # next to nothing of it, but much of the native one.
    dict(
        name="stack used by iterator helpers",
        file="quickjs.c",
        anchor="""    JSIteratorHelperData *it;
    bool finished;
    JSValue ret;

    *pdone = false;
    finished = false;
""",
        replacement="""    JSIteratorHelperData *it;
    bool finished;
    JSValue ret;
    char pad[192];

    __asm__ volatile("" : : "r"(pad) : "memory");
    if (js_check_stack_overflow(ctx->rt, 0)) {
        *pdone = false;
        return JS_ThrowStackOverflow(ctx);
    }

    *pdone = false;
    finished = false;
""",
    ),
    dict(
        name="stack used by setPrototypeOf of proxies",
        file="quickjs.c",
        anchor="""    JSProxyData *s;
    JSValue method, ret, proto1;
    JSValueConst args[2];
    bool res;
    int res2;

    s = get_proxy_method(ctx, &method, obj, JS_ATOM_setPrototypeOf);
""",
        replacement="""    JSProxyData *s;
    JSValue method, ret, proto1;
    JSValueConst args[2];
    bool res;
    int res2;
    char pad[192];

    __asm__ volatile("" : : "r"(pad) : "memory");
    s = get_proxy_method(ctx, &method, obj, JS_ATOM_setPrototypeOf);
""",
    ),
    # Scripts live in UTC, wherever the host is.
    dict(
        name="time zone",
        file="quickjs.c",
        anchor="""static int getTimezoneOffset(int64_t time) {
""",
        replacement="""static int getTimezoneOffset(int64_t time) {
    return 0;
}

static __maybe_unused int unused_getTimezoneOffset(int64_t time) {
""",
    ),
    dict(
        name="message for import()",
        file="quickjs.c",
        anchor="""        JS_ThrowReferenceError(ctx, "could not load module '%s'",
                               cname);
""",
        replacement="""        JS_ThrowTypeError(ctx, "'%s' can not be imported: there are no modules in the sandbox",
                          cname);
""",
    ),
    dict(
        name="message for an import declaration",
        file="quickjs.c",
        anchor="""        } else {
            if (js_parse_expect(s, '('))
                return -1;
            if (!accept_lparen)
""",
        replacement="""        } else {
            if (s->token.val != '(' && !s->is_module)
                return js_parse_error(s, "import declarations are not supported: there are no modules in the sandbox");
            if (js_parse_expect(s, '('))
                return -1;
            if (!accept_lparen)
""",
    ),
    dict(
        name="message for an export declaration",
        file="quickjs.c",
        anchor="""    case TOK_ENUM:
    case TOK_EXPORT:
    case TOK_EXTENDS:
        js_unsupported_keyword(s, s->token.u.ident.atom);
""",
        replacement="""    case TOK_EXPORT:
        js_parse_error(s, "export is not supported: there are no modules in the sandbox");
        goto fail;
    case TOK_ENUM:
    case TOK_EXTENDS:
        js_unsupported_keyword(s, s->token.u.ident.atom);
""",
    ),
]


def apply(directory):
    """Applies all patches to the sources in a directory (a pathlib.Path)."""
    for patch in PATCHES:
        path = directory / patch["file"]
        text = path.read_text()
        wanted = patch.get("count", 1)
        found = text.count(patch["anchor"])
        if found != wanted:
            raise SystemExit(
                f"build-guest: the patch \"{patch['name']}\" does not fit {patch['file']}: "
                f"its anchor occurs {found} times instead of {wanted}. "
                "Is this another version of QuickJS-ng? See guest/patches.py."
            )
        path.write_text(text.replace(patch["anchor"], patch["replacement"]))
