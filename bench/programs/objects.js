// Objects: a binary tree of records that is built, walked and dropped, and
// records whose properties are read and written in a loop.
(() => {
  function tree(depth, id) {
    if (depth === 0) return { id, left: null, right: null };
    return { id, left: tree(depth - 1, 2 * id), right: tree(depth - 1, 2 * id + 1) };
  }
  function sum(node) {
    if (node === null) return 0;
    return (node.id + sum(node.left) + sum(node.right)) | 0;
  }
  let check = 0;
  for (let round = 0; round < 20; round++) check = (check * 31 + sum(tree(13, 1 + round))) | 0;
  const points = [];
  for (let i = 0; i < 1000; i++) points.push({ x: i, y: 2 * i, z: 0 });
  for (let round = 0; round < 400; round++) {
    for (const point of points) {
      point.z = (point.x ^ (point.y + round)) & 0xffff;
      point.x = (point.x + point.z) & 0xffff;
    }
  }
  for (const { x, y, z } of points) check = (check * 31 + x + y + z) | 0;
  return check >>> 0;
})()
