// Types of every kind are taken away before the script runs.
// expect: completed [3, "b", 7]
interface Point { x: number; y?: string }
type Named<T> = { [K in keyof T]: T[K] } & { name: string };
const add = (a: number, b: number = 2): number => a + b;
function pick<T, K extends keyof T>(from: T, key: K): T[K] { return from[key]!; }
class Box<T> { private readonly value: T; constructor(value: T) { this.value = value; } get(): T { return this.value as T; } }
const point = { x: 1, y: 'b' } satisfies Point as Point;
return [add(1), pick(point, 'y'), new Box<number>(7).get()];
