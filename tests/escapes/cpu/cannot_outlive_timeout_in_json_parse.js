// Cannot outlive the limits parsing giant JSON.
// must-end: Timeout | OutOfMemory
for (;;) JSON.parse('[' + '1,'.repeat(2 ** 20) + '1]');
