// Recursion of every kind that a script can cause: it ends as an error that
// the script can catch, or in a result, and never takes the guest or its host
// along. Each is run twice on one instance's memory: caught, and not.
import { test, describe } from "node:test";
import assert from "node:assert/strict";
import { OutOfMemory, Stopped, openGuest } from "./harness.mjs";

const guest = openGuest(import.meta.url);

const kinds = {
  plain: "const f=()=>f()+1; f()",
  getter: "const o={get a(){return this.a}}; o.a",
  setter: "const o={set a(v){this.a=v}}; o.a=1",
  toString: "const o={toString(){return \"\"+this}}; \"\"+o",
  valueOf: "const o={valueOf(){return +this}}; +o",
  toPrimitive: "const o={[Symbol.toPrimitive](){return `${this}`}}; `${o}`",
  toJSON: "const o={toJSON(){return JSON.stringify(this)}}; JSON.stringify(o)",
  parseNested: "JSON.parse(\"[\".repeat(1e6))",
  parseNestedClosed: "JSON.parse(\"[\".repeat(1e5)+\"]\".repeat(1e5))",
  parseNestedObj: "JSON.parse('{\"a\":'.repeat(1e5)+'1'+'}'.repeat(1e5))",
  reviver: "let s=\"[\".repeat(5000)+\"]\".repeat(5000); JSON.parse(s,function f(k,v){ return v })",
  proxyChain: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); p.x",
  proxyProto: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); Object.getPrototypeOf(p)",
  proxyHas: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); \"x\" in p",
  proxySet: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); p.x=1",
  proxyKeys: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); Object.keys(p)",
  proxyDelete: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); delete p.x",
  proxyDefine: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); Object.defineProperty(p,\"x\",{value:1})",
  proxyGOPD: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); Object.getOwnPropertyDescriptor(p,\"x\")",
  proxyExt: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); Object.isExtensible(p)",
  proxyPrevent: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); Object.preventExtensions(p)",
  proxySetProto: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); Object.setPrototypeOf(p,null)",
  proxyCall: "let p=()=>1; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); p()",
  proxyConstruct: "let p=function(){}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); new p()",
  proxyIsArray: "let p=[]; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); Array.isArray(p)",
  proxyInstanceof: "let p={}; for(let i=0;i<1.5e5;i++) p=new Proxy(p,{}); p instanceof Object",
  protoOfProxy: "const o={}; const p=new Proxy({},{get(t,k,r){return r[k]}}); Object.setPrototypeOf(o,p); o.x",
  protoCycleProxy: "const a={}; const p=new Proxy(a,{}); Object.setPrototypeOf(a,p); a.x",
  flat: "let a=[]; for(let i=0;i<1e5;i++) a=[a]; a.flat(Infinity)",
  arrayToString: "let a=[]; for(let i=0;i<1e5;i++) a=[a]; String(a)",
  arrayJoin: "const a=[]; a[0]={toString(){return a.join()}}; a.join()",
  regexCompile: "new RegExp(\"(\".repeat(1e5)+\")\".repeat(1e5))",
  regexCompileNC: "new RegExp(\"(?:\".repeat(1e5)+\")\".repeat(1e5))",
  regexLook: "new RegExp(\"(?=\".repeat(1e5)+\")\".repeat(1e5))",
  regexClass: "new RegExp(\"[\".repeat(1e5)+\"]\".repeat(1e5),\"v\")",
  regexNestedQ: "new RegExp(\"(?:\".repeat(200)+\"a\"+\")*\".repeat(200)).test(\"a\".repeat(1000)+\"b\")",
  reflectConstruct: "class A{constructor(){Reflect.construct(A,[])}}; new A()",
  reflectApply: "function f(){return Reflect.apply(f,null,[])}; f()",
  call: "function f(){return f.call()}; f()",
  apply: "function f(...a){return f.apply(null,a)}; f(1,2,3)",
  spread: "function f(...a){return f(...a)}; f(1,2,3)",
  spreadHuge: "f=(...a)=>a.length; f(...Array(1e6))",
  generator: "function* g(){yield* g()}; [...g()]",
  generatorDeep: "function* g(n){ if(n) yield* g(n-1); else yield 1 }; [...g(1e5)]",
  async: "async function f(){await f()}; await f()",
  asyncGen: "async function* g(){yield* g()}; for await (const x of g());",
  classExtends: "let C=class{}; for(let i=0;i<5e4;i++) C=class extends C{}; new C()",
  classStatic: "function f(){ class A{static {f()}} }; f()",
  classField: "class A{ x=new A() }; new A()",
  tagged: "function f(){return f`x`}; f()",
  sort: "function f(){ [2,1].sort(f) }; f()",
  replace: "function f(){ return \"a\".replace(\"a\",f) }; f()",
  replaceRe: "function f(){ return \"a\".replace(/a/,f) }; f()",
  hasInstance: "class A{static [Symbol.hasInstance](x){return x instanceof A}}; 1 instanceof A",
  species: "class A extends Array{static get [Symbol.species](){ return new A(1).map(x=>x) }}; new A(1).map(x=>x)",
  iterator: "const o={[Symbol.iterator](){return [...o]}}; [...o]",
  map: "function f(){[1].map(f)}; f()",
  forEach: "function f(){new Map([[1,1]]).forEach(f)}; f()",
  reduce: "function f(){[1,2].reduce(f)}; f()",
  from: "function f(){Array.from([1],f)}; f()",
  evalRec: "function f(){eval(\"f()\")}; f()",
  FunctionRec: "const F=Function; globalThis.f=function(){ F(\"f()\")() }; f()",
  exprDeep: "eval(\"(\".repeat(1e5)+\"1\"+\")\".repeat(1e5))",
  arrayDeep: "eval(\"[\".repeat(1e5)+\"]\".repeat(1e5))",
  objDeep: "eval(\"(\"+\"{a:\".repeat(1e5)+\"1\"+\"}\".repeat(1e5)+\")\")",
  unaryDeep: "eval(\"-\".repeat(1e5)+\"1\")",
  notDeep: "eval(\"!\".repeat(1e6)+\"1\")",
  blockDeep: "eval(\"{\".repeat(1e5)+\"}\".repeat(1e5))",
  arrowDeep: "eval(\"()=>\".repeat(1e5)+\"1\")",
  condDeep: "eval(\"1?\".repeat(1e5)+\"1\"+\":1\".repeat(1e5))",
  plusLong: "eval(\"1\"+\"+1\".repeat(1e5))",
  powDeep: "eval(\"1\"+\"**1\".repeat(1e5))",
  memberLong: "eval(\"globalThis\"+\".globalThis\".repeat(1e5))",
  callLong: "f=()=>f; eval(\"f\"+\"()\".repeat(1e5))",
  templDeep: "eval(\"`${\".repeat(5e4)+\"1\"+\"}`\".repeat(5e4))",
  fnDeep: "eval(\"function f(){\".repeat(1e4)+\"}\".repeat(1e4))",
  classDeep: "eval(\"class A{m(){\".repeat(1e4)+\"}}\".repeat(1e4))",
  newDeep: "eval(\"new \".repeat(1e5)+\"Object\")",
  ifDeep: "eval(\"if(1)\".repeat(1e5)+\"1\")",
  commaLong: "eval(\"1\"+\",1\".repeat(1e5))",
  assignDeep: "eval(\"a=\".repeat(1e5)+\"1\")",
  destrDeep: "eval(\"let \"+\"[\".repeat(1e4)+\"a\"+\"]\".repeat(1e4)+\"=[]\")",
  labelDeep: "eval(Array.from({length:1e5},(_, i)=>\"l\"+i+\":\").join(\"\")+\"1\")",
  awaitDeep: "async function f(){}; await f(); new (async()=>{}).constructor(\"await \".repeat(1e5)+\"1\")",
  typeofDeep: "eval(\"typeof \".repeat(1e5)+\"1\")",
  tryDeep: "eval(\"try{\".repeat(1e4)+\"}finally{}\".repeat(1e4))",
  switchDeep: "eval(\"switch(1){default:\".repeat(1e4)+\"}\".repeat(1e4))",
  yieldDeep: "new (function*(){}).constructor(\"yield \".repeat(1e5))",
  ropeDeep: "let s=``; for(let i=0;i<2e4;i++) s=`ab`+s+`cd`; s.length+s.charCodeAt(5)",
  ropeLeft: "let s=\"\"; for(let i=0;i<3e5;i++) s=s+\"abcdefghijkl\"; s[5]",
  freeClosure: "let f=()=>1; for(let i=0;i<3e5;i++){const g=f; f=()=>g} f=0; 1",
  freePromise: "let p=Promise.resolve(); for(let i=0;i<1e5;i++) p=p.then(()=>1); await p; 1",
  promiseAllDeep: "let p=Promise.reject(1); for(let i=0;i<4000;i++) p=Promise.all([p]); await p.catch(e=>e)",
  thenable: "const t={then(r){r(t)}}; setTimeout(()=>{},1); let n=0; const u={then(r){ if(n++<1e4) r(u); else r(1)}}; await u",
  cloneDeep: "let a=[]; for(let i=0;i<1e5;i++) a=[a]; structuredClone(a)",
  consoleDeep: "let a=[]; for(let i=0;i<1e5;i++) a=[a]; console.log(a); 1",
  resultDeep: "let a=[]; for(let i=0;i<1e5;i++) a=[a]; a",
  errCause: "let e=new Error(\"x\"); for(let i=0;i<1e5;i++) e=new Error(\"x\",{cause:e}); console.log(e); throw e",
  gcDeep: "let a={}; const r=a; for(let i=0;i<3e5;i++){ const b={p:a}; a.n=b; a=b } for(let i=0;i<100;i++) new ArrayBuffer(1e6); 1",
  mapDeep: "let m=new Map(); for(let i=0;i<3e5;i++) m=new Map([[m,1]]); m=0; 1",
  weakDeep: "let k={}; const w=new WeakMap(); for(let i=0;i<1e5;i++){const n={}; w.set(k,n); k=n} 1",
  dateParse: "new Date(\"1\".repeat(1e6))",
  numParse: "Number(\"1\".repeat(1e6))",
  bigintStr: "(BigInt(\"9\".repeat(30000))).toString().length",
  bigPow: "2n**1000000n",
  withDeep: "let o={}; for(let i=0;i<1e5;i++) o=Object.create(o); o.x",
  getterProto: "let o={}; for(let i=0;i<1e5;i++) o=Object.create(o); with(o){ typeof zzz }",
  dispose: "function f(){ { using x={[Symbol.dispose](){f()}} } }; f()",
  symIter: "const it={next(){ return {get value(){ return [...{[Symbol.iterator]:()=>it}] }} },[Symbol.iterator](){return this}}; [...it]",
  iterHelpers: "let i=[1].values(); for(let k=0;k<1e5;k++) i=i.map(x=>x); i.next()",
  iterConcat: "let i=[1].values(); for(let k=0;k<1e5;k++) i=Iterator.concat(i); [...i]",
  argsObj: "function f(){ return f.apply(this, arguments) }; f()",
  superGet: "class A{get x(){return 1}} class B extends A{get x(){return this.x}} new B().x",
  defaultArg: "function f(a=f()){ } f()",
  destrDefault: "function f({a=f({})}={}){ } f()",
  computedKey: "function f(){ return {[f()]:1} } f()",
  errPrep: "Error.prepareStackTrace=()=>{ return new Error().stack }; new Error().stack",
};

// What the engine ends by the limits of memory or time instead.
const spent = new Set([]);

describe("recursion", () => {
  for (const [name, source] of Object.entries(kinds)) {
    test(`${name} ends well`, () => {
      let result;
      try {
        result = guest.run(source, { fuel: 1e5 });
      } catch (e) {
        // Anything but these would be Node's own stack, which is the host's to guard.
        assert.ok(spent.has(name) && (e instanceof OutOfMemory || e instanceof Stopped), `${e.name}: ${e.message}`);
        return;
      }
      assert.ok(["completed", "Uncaught", "NotSerializable", "UnhandledRejection"].includes(result.kind), result.kind);
      if (result.kind === "Uncaught" && name !== "errCause")
        assert.match(`${result.name}: ${result.message}`,
          /^(RangeError: (Maximum call stack|too many arguments)|SyntaxError: (stack overflow|too many captures|missing formal|invalid property|variable name|Maximum))/);
    });
  }
  test("that was caught leaves a script that goes on", () => {
    for (const name of ["plain", "getter", "toString", "parseNested", "proxyChain", "flat", "regexCompileNC", "generator", "async", "sort", "exprDeep", "iterHelpers"]) {
      const result = guest.run(`let caught; try { await (async () => { ${kinds[name]} })() } catch (e) { caught = e.name } [caught, 1 + 1, [3, 1].sort()]`, { fuel: 1e5 });
      assert.deepEqual(result.value, [name === "regexCompileNC" ? "SyntaxError" : "RangeError", 2, [1, 3]], name);
    }
  });
  test("goes as deep as the stack that is allowed", () => {
    const depth = (maxStack) => guest.run("let n = 0; const f = () => { n++; f() }; try { f() } catch {} n", { maxStack }).value;
    assert.ok(depth(64 << 10) > 100);
    assert.ok(depth(512 << 10) > 4 * depth(64 << 10));
  });
  test("in the parser is bounded in the source itself", () => {
    for (const source of ["(".repeat(1e5), "[".repeat(1e5), "{".repeat(1e5), "-".repeat(1e5) + "1", "a=".repeat(1e5) + "1", "`${".repeat(5e4)]) {
      const result = guest.run(source);
      assert.ok(["Syntax", "Uncaught"].includes(result.kind), `${source.slice(0, 5)}: ${result.kind}`);
    }
  });
});
