import { plural } from './plural.ts'

/** Who raises the money, for whom, and what was checked. */
export const trustText = {
  title: 'Who raises this money',
  organiser: (name: string) => `${name} raises this money.`,
  payee: {
    self: (_name: string) => 'It is paid out to the organiser.',
    person: (_name: string) => 'It is paid out to another person, whom the organiser named.',
    hospital: (name: string) => `It is paid out to ${name}, a hospital.`,
    school: (name: string) => `It is paid out to ${name}, a school.`,
    organisation: (name: string) => `It is paid out to ${name}, an organisation.`,
  },
  bankNameMatches: (day: string) =>
    `The name on the bank account matches the organiser’s name. Checked on ${day}.`,
  payeeAgreed: (day: string) =>
    `The person who receives the money agreed to this campaign on ${day}.`,
  documents: (count: number, day: string) =>
    plural(count, {
      one: `Two reviewers saw a supporting document and approved the campaign on ${day}.`,
      other: (counted) =>
        `Two reviewers saw ${counted} supporting documents and approved the campaign on ${day}.`,
    }),
  accountSince: (day: string) => `The organiser has had an Ajo account since ${day}.`,
  ask: 'Ask the organiser',
  earlier: {
    title: 'Earlier campaigns of the organiser',
    counts: (open: number, ended: number, cancelled: number) =>
      `${open} open, ${ended} ended, ${cancelled} cancelled.`,
    raised: (raised: string, goal: string) => `${raised} raised of ${goal}`,
  },
}
