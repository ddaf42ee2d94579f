import type { Translation } from '#shared/translation.ts'

import type { trustText as english } from '../trust.ts'
import { plural } from '../plural.ts'

export const trustText: Translation<typeof english> = {
  title: 'Who dey raise this money',
  organiser: (name) => `Na ${name} dey raise this money.`,
  payee: {
    self: (_name) => 'Dem go pay am give the organiser.',
    person: (_name) => 'Dem go pay am give another person wey the organiser name.',
    hospital: (name) => `Dem go pay am give ${name}, wey be hospital.`,
    school: (name) => `Dem go pay am give ${name}, wey be school.`,
    organisation: (name) => `Dem go pay am give ${name}, wey be organisation.`,
  },
  bankNameMatches: (day) =>
    `The name for the bank account na the organiser name. We check am ${day}.`,
  payeeAgreed: (day) => `The person wey go collect the money gree for this campaign ${day}.`,
  documents: (count, day) =>
    plural(count, {
      one: `Two reviewers see one document, and dem approve the campaign ${day}.`,
      other: (counted) =>
        `Two reviewers see ${counted} documents, and dem approve the campaign ${day}.`,
    }),
  accountSince: (day) => `The organiser don get Ajo account since ${day}.`,
  ask: 'Ask the organiser',
  earlier: {
    title: 'Other campaigns wey the organiser do before',
    counts: (open, ended, cancelled) =>
      `${open} dey open, ${ended} don end, ${cancelled} dem cancel.`,
    raised: (raised, goal) => `${raised} don enter out of ${goal}`,
  },
}
