"""Changes to the engine's source, made in a copy when the guest is built.

Each has an anchor that must occur exactly once; when the engine is updated and
one does not, the build stops and names it.
"""

PATCHES = [
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
