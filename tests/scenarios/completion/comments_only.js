// Comments alone give undefined.
// expect: completed undefined
/* nothing */
// to see
