// Tools are functions, frozen, in groups.
// expect: completed ["function", "echo", true, true, "function"]
[typeof t.echo, t.echo.name, Object.isFrozen(t), Object.isFrozen(t.echo), typeof t.sync.echo];
