// fetch: yes
// calls: fetch=queued
// expect-error: DetachedCall RUN_DETACHED_CALL "fetch"
fetch("https://api.test/hang");
1
