// There is no other realm.
// must-end: completed []
['ShadowRealm', 'Realm', 'createRealm', '$262', 'Compartment', 'evaluate'].filter((x) => x in globalThis);
