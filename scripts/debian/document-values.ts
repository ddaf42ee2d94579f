import type { Values } from './commands-in-document.ts'

/** Where the rehearsal puts a copy of this tree. */
export const sourceBundle = '/srv/ajo.bundle'

/** What the rehearsal types in the places that docs/operations/deploy.md leaves to the reader. */
export const documentValues = (mailPort: number): Values => ({
  '<your copy of Ajo>': sourceBundle,
  '<sk_test_…>': 'sk_test_rehearsal',
  '<your company>': 'Rehearsal Ltd',
  '<its postal address>': '1 Marina, Lagos',
  '<its registration>': 'NDPC/1',
  '<who runs the servers, country>': 'Rehearsal Ltd, Nigeria',
  '<who runs the mail server, country>': 'Rehearsal Ltd, Nigeria',
  'smtps://user:password@mail.example:465': `smtp://127.0.0.1:${mailPort}`,
})
