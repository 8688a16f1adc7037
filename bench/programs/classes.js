// Classes: inheritance, super calls, getters, private fields, static members.
(() => {
  class Shape {
    static made = 0;
    #id;
    constructor() {
      this.#id = ++Shape.made;
    }
    get id() {
      return this.#id;
    }
    area() {
      return 0;
    }
    describe() {
      return this.id + this.area();
    }
  }
  class Rectangle extends Shape {
    constructor(width, height) {
      super();
      this.width = width;
      this.height = height;
    }
    area() {
      return this.width * this.height;
    }
  }
  class Square extends Rectangle {
    constructor(side) {
      super(side, side);
    }
    describe() {
      return super.describe() ^ 1;
    }
  }
  let check = 0;
  for (let round = 0; round < 120000; round++) {
    const a = new Square(round % 50);
    const b = new Rectangle(round % 30, 7);
    check = (Math.imul(check, 31) + a.describe() + b.describe()) | 0;
    if (a instanceof Shape) check = (check + 1) | 0;
  }
  return (check + Shape.made) >>> 0;
})()
