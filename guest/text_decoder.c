// TextDecoder of the Encoding standard. A text is decoded twice, first to count: so that its string
// has the right size from the start, and one byte per character where that is enough.
#include "guest/text_codec.h"
#include "guest/web.h"
#include "guest/web_class.h"

typedef struct {
  Encoding encoding;
  bool fatal, ignore_bom;
  bool goes_on;  // the last piece was not the end of the text
  TextState state;
} Decoder;

static WebClass text_decoder_class;

static void decoder_free(JSRuntime* runtime, void* data) {
  (void)runtime;
  js_free_rt(engine_runtime, data);
}

static bool read_label(JSContext* ctx, int argc, JSValueConst* argv, Encoding* encoding) {
  *encoding = encoding_utf8;
  if (argc < 1 || JS_IsUndefined(argv[0])) return true;
  size_t length;
  const char* label = JS_ToCStringLen(ctx, &length, argv[0]);
  if (label == NULL) return false;
  int found = text_codec_by_label(label, length);
  if (found < 0)
    JS_ThrowRangeError(ctx, "The encoding label provided ('%.40s') is not supported", label);
  JS_FreeCString(ctx, label);
  *encoding = (Encoding)found;
  return found >= 0;
}

static JSValue text_decoder_constructor(JSContext* ctx, JSValueConst new_target, int argc,
                                        JSValueConst* argv) {
  Decoder made = {0};
  JSValueConst options;
  // The label is converted first, looked up last: so Web IDL has it, but nothing shows that here
  // except the order of two errors.
  if (!read_label(ctx, argc, argv, &made.encoding) ||
      !web_dictionary(ctx, argc, argv, 1, &options) ||
      !web_boolean_member(ctx, options, "fatal", &made.fatal) ||
      !web_boolean_member(ctx, options, "ignoreBOM", &made.ignore_bom))
    return JS_EXCEPTION;
  Decoder* decoder = js_malloc(engine_context, sizeof(Decoder));
  *decoder = made;
  JSValue object = web_class_new(&text_decoder_class, new_target, decoder);
  if (JS_IsException(object)) js_free_rt(engine_runtime, decoder);
  return object;
}

static JSValue decode(JSContext* ctx, Decoder* decoder, const uint8_t* bytes, size_t length,
                      bool last) {
  TextState before = decoder->state;
  TextSink sink = {.units = NULL};
  text_codec_decode(decoder->encoding, &decoder->state, bytes, length, last, decoder->ignore_bom,
                    decoder->fatal, &sink);
  if (decoder->fatal && sink.has_error)
    return JS_ThrowTypeError(ctx, "The encoded data was not valid for encoding %s",
                             text_codec_name(decoder->encoding));
  void* characters;
  bool wide = sink.all > 0xff;
  JSValue text = engine_new_string(sink.count, wide, &characters);
  if (JS_IsException(text) || characters == NULL) return text;
  sink = (TextSink){.units = characters, .narrow = !wide};
  text_codec_decode(decoder->encoding, &before, bytes, length, last, decoder->ignore_bom,
                    decoder->fatal, &sink);
  return text;
}

static JSValue text_decoder_decode(JSContext* ctx, JSValueConst this_value, int argc,
                                   JSValueConst* argv) {
  Decoder* decoder = web_class_this(ctx, this_value, &text_decoder_class);
  if (decoder == NULL) return JS_EXCEPTION;
  uint8_t* bytes = NULL;
  size_t length = 0;
  JSValueConst options;
  bool stream = false;
  bool has_input = argc > 0 && !JS_IsUndefined(argv[0]);
  if ((has_input && !web_bytes(ctx, argv[0], &bytes, &length)) ||
      !web_dictionary(ctx, argc, argv, 1, &options) ||
      !web_boolean_member(ctx, options, "stream", &stream))
    return JS_EXCEPTION;
  // A getter of the options may have detached the buffer.
  if (has_input && !web_bytes(ctx, argv[0], &bytes, &length)) return JS_EXCEPTION;
  if (!decoder->goes_on) decoder->state = (TextState){0};
  decoder->goes_on = stream;
  return decode(ctx, decoder, bytes, length, !stream);
}

enum { get_encoding, get_fatal, get_ignore_bom };

static JSValue text_decoder_get(JSContext* ctx, JSValueConst this_value, int what) {
  const Decoder* decoder = web_class_this(ctx, this_value, &text_decoder_class);
  if (decoder == NULL) return JS_EXCEPTION;
  if (what == get_encoding) return JS_NewString(ctx, text_codec_name(decoder->encoding));
  return JS_NewBool(ctx, what == get_fatal ? decoder->fatal : decoder->ignore_bom);
}

static void text_decoder_show(const void* data, JSValueConst out) {
  const Decoder* decoder = data;
  web_show(out, "encoding", JS_NewString(engine_context, text_codec_name(decoder->encoding)));
  web_show(out, "fatal", JS_NewBool(engine_context, decoder->fatal));
  web_show(out, "ignoreBOM", JS_NewBool(engine_context, decoder->ignore_bom));
}

static const JSCFunctionListEntry members[] = {
    WEB_READONLY_MAGIC("encoding", text_decoder_get, get_encoding),
    WEB_READONLY_MAGIC("fatal", text_decoder_get, get_fatal),
    WEB_READONLY_MAGIC("ignoreBOM", text_decoder_get, get_ignore_bom),
    WEB_METHOD("decode", 0, text_decoder_decode),
    WEB_TAG("TextDecoder"),
};

static WebClass text_decoder_class = {.name = "TextDecoder",
                                      .constructor = text_decoder_constructor,
                                      .finalize = decoder_free,
                                      .show = text_decoder_show,
                                      .members = members,
                                      .member_count = WEB_COUNT(members)};

void text_decoder_boot(void) { web_class_define(&text_decoder_class); }
