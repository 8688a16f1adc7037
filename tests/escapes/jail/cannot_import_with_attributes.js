// Attributes of an import find nothing either.
// must-end: completed "refused" | Syntax
try {
  await import('/etc/passwd', { with: { type: 'text' } });
  return 'imported';
} catch (e) {
  return e instanceof Error ? 'refused' : 'odd';
}
