// The names that get a hint are really not there.
// expect: completed []
['Blob', 'Buffer', 'Bun', 'Deno', 'Headers', 'Intl', 'Request', 'Response', 'WebSocket', 'XMLHttpRequest',
 '__dirname', '__filename', 'alert', 'clearImmediate', 'document', 'exports', 'fetch', 'global',
 'localStorage', 'module', 'navigator', 'print', 'process', 'require', 'self', 'sessionStorage',
 'setImmediate', 'window'].filter((name) => name in globalThis)
