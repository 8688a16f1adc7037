// Percent-encoded bytes that are not UTF-8 become U+FFFD, as the standard counts them.
// expect: completed ["�", "���", "�A", "€", "�", "%zz"]
['%ff', '%ed%a0%80', '%e2%82A', '%E2%82%ac', '%F0%9F%8C', '%zz'].map((text) => new URLSearchParams('q=' + text).get('q'));
