// No global is of a host.
// must-end: completed []
const forbidden = [
  'process', 'require', 'module', 'exports', 'Buffer', 'Deno', 'Bun', 'std', 'os', 'bjson', 'scriptArgs', 'print', 'load', 'read',
  'readFile', 'loadScript', 'evalScript', 'gc', 'quit', 'exit', '__dirname', '__filename', 'WebAssembly', 'XMLHttpRequest', 'fetch',
  'WebSocket', 'Worker', 'importScripts', 'window', 'document', 'navigator', 'navigator', 'self_', 'global', 'root', '__modebox', '__host', '__call',
];
forbidden.filter((name) => name in globalThis && name !== 'navigator' && name !== 'global');
