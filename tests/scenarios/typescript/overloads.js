// Overloads, abstract members and index signatures go.
// expect: completed ["s", 3]
function size(a: string): string;
function size(a: number): number;
function size(a: any): any { return a; }
abstract class A { abstract area(): number; [key: string]: any; }
class B extends A { override area() { return 3; } }
return [size('s'), new B().area()];
