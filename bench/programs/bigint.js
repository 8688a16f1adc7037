// BigInt: modular powers of 256-bit numbers and decimal digits of a large one.
(() => {
  function power(base, exponent, modulus) {
    let result = 1n;
    base %= modulus;
    while (exponent > 0n) {
      if (exponent & 1n) result = (result * base) % modulus;
      base = (base * base) % modulus;
      exponent >>= 1n;
    }
    return result;
  }
  const p = 2n ** 255n - 19n;
  let check = 0n;
  for (let i = 1n; i <= 800n; i++) check = (check * 31n + power(i + 5n, p - 2n, p)) % p;
  let factorial = 1n;
  for (let i = 1n; i <= 800n; i++) factorial *= i;
  const digits = String(factorial);
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += digits.charCodeAt(i) - 48;
  return Number(check & 0xffffffffn) + sum;
})()
