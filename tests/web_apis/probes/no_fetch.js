// Where the host gives no fetch, nothing of it is there.
for (const name of ['fetch', 'Headers', 'Request', 'Response', 'FormData', 'Blob', 'ReadableStream', 'WebSocket', 'XMLHttpRequest'])
  await probe(`global ${name}`, () => typeof globalThis[name] + ' ' + (name in globalThis));
