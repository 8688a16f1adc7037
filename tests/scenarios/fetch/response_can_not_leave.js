// fetch: yes
// calls: fetch
// expect-error: NotSerializable RUN_NOT_SERIALIZABLE "$ is an instance of class Response"
await fetch("https://api.test/")
