// Cannot outlive the limits in back references.
// must-end: Timeout | OutOfMemory | completed
/^(a*)*\1*(a*)*\2$/.test('a'.repeat(60) + 'b');
