// Names that are no identifiers are quoted in paths.
// expect-error: NotSerializable RUN_NOT_SERIALIZABLE "$[\"odd name\"][0]"
return { 'odd name': [() => {}] };
