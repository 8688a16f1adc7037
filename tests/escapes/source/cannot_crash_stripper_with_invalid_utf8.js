// Bytes that are no UTF-8, among types.
// must-end: Syntax
// generated: yes
return new Uint8Array([108, 101, 116, 32, 97, 58, 32, 255, 254, 61, 32, 49]);
