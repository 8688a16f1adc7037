// structuredClone copies everything that crosses.
// expect: completed [{"a": [1, <hole>, Date(0)]}, Map{1 => Set{2}}, /x/g, Uint8Array[1]]
structuredClone([{ a: [1, , new Date(0)] }, new Map([[1, new Set([2])]]), /x/g, new Uint8Array([1])]);
