import type { Translation } from '#shared/translation.ts'

import { plural } from '../plural.ts'
import type { reviewText as english } from '../review.ts'

export const reviewText: Translation<typeof english> = {
  title: 'Review campaigns',
  subtitle: 'Oldest first. Ten seconds after you approve campaign, e go live.',
  none: 'No campaign to review',
  noneHint: 'New campaigns go show here once people submit dem.',
  failed: 'We no fit load the review queue.',
  loading: 'The review queue dey load',
  count: (count: number) =>
    plural(count, {
      one: '1 campaign dey wait for review.',
      other: (counted) => `${counted} campaigns dey wait for review.`,
    }),
  submitted: (when: string) => `Submitted ${when}`,
  owner: 'Organiser',
  bank: 'Bank account',
  account: (last4: string, bank: string) => `•••• ${last4} for ${bank}`,
  unknownBank: (code: string) => `bank ${code}`,
  place: 'Location',
  category: 'Category',
  goal: 'Money we need',
  dates: 'Dates',
  period: (start: string, end: string) => `From ${start} to ${end}`,
  noDate: 'no date',
  consents: {
    child: 'Who gree for the pikin',
    health: 'Who gree for health matter',
    withdrawn: 'Dem don change mind: e must comot from the campaign.',
  },
  contact: 'Contact',
  noContact: 'No contact details',
  asPublic: 'See am as visitor',
  change: 'Change for campaign wey don dey live',
  changed: 'Wetin dem wan change',
  needsTwo: 'Two reviewers must approve am.',
  endorsed: (name: string) => `${name} don approve am. E remain one more approval.`,
  history: 'History',
  checks: {
    title: 'Automatic checks',
    passed: 'Passed',
    needsAttention: 'Warning',
    fact: 'About the account',
    emailVerified: 'Email don verify',
    emailUnverified: 'Email never verify',
    twoFactorOn: 'Two-step verification on',
    twoFactorOff: 'Two-step verification off',
    accountAge: (days: number) =>
      plural(days, {
        one: 'Account don dey for 1 day',
        other: (counted) => `Account don dey for ${counted} days`,
      }),
    accountUnknown: 'We no know when the account open',
    bankName: {
      same: (name: string) => `Account name ${name} match the organiser name.`,
      partly: (name: string) => `Account name ${name} match part of the organiser name.`,
      different: (name: string) => `Account name ${name} no match the organiser name.`,
      unknown: () => 'We no see the bank account name',
    },
    impersonation: {
      'account-name': (_field: string, found: string) =>
        `Account name ${found} no be the organiser or the beneficiary name.`,
      institution: (field: string, found: string) => `The ${field} call institution: ${found}`,
      'known-name': (field: string, found: string) => `The ${field} call known body: ${found}`,
      'public-person': (field: string, found: string) => `The ${field} get public title: ${found}`,
    },
    fields: {
      bankAccount: 'bank account',
      title: 'title',
      beneficiary: 'beneficiary',
      organiser: 'organiser',
      story: 'story',
    },
    similarName: {
      organiser: (name: string) => `Another account get name wey resemble: ${name}`,
      beneficiary: (name: string) =>
        `Another account dey raise money for name wey resemble: ${name}`,
    },
    accountOwners: (count: number) =>
      plural(count, {
        one: '1 other organiser dey use this bank account',
        other: (counted) => `${counted} other organisers dey use this bank account`,
      }),
    rejected: {
      owner: (title: string, ground: string, day: string) =>
        `We reject the organiser campaign ${title} on ${day}: ${ground}`,
      account: (title: string, ground: string, day: string) =>
        `We reject campaign with the same bank account, ${title}, on ${day}: ${ground}`,
      title: (title: string, ground: string, day: string) =>
        `We reject campaign wey get title like this one, ${title}, on ${day}: ${ground}`,
    },
    noTitle: 'deleted',
    takedown: 'we take am down',
    noSimilarPicture: 'No other campaign dey use these photos',
    similarPicture: (title: string) => `One photo dey ${title} too`,
    noSimilarText: 'No other campaign get text like this',
    similarText: (title: string, percent: number) => `${percent}% of the text dey ${title} too`,
    sameOwner: 'same organiser',
    otherOwner: 'another organiser',
  },
  approve: 'Approve',
  approveTitle: 'Approve this campaign',
  approveText: (title: string) => `${title} go live in ten seconds. You fit undo am before then.`,
  endorseText: (title: string) => `After this, ${title} go wait for one more approval.`,
  approvalReason: 'Why we fit approve am even with the warnings?',
  approvalReasonHint: 'Other reviewers go read am, the organiser no go see am.',
  documents: 'Supporting documents',
  publishedDocument: 'The organiser wan show am to visitors once we approve the campaign.',
  noDocuments: 'No supporting document',
  documentNeeded: 'E need supporting document. Ask the organiser for one.',
  download: (name: string) => `Download ${name}`,
  ask: 'Ask the organiser',
  reject: 'Reject',
  scheduled: {
    approve: 'You don approve am',
    reject: 'You don reject am',
    secondsLeft: (count: number) =>
      plural(count, {
        one: 'E go start work in 1 second.',
        other: (counted) => `E go start work in ${counted} seconds.`,
      }),
    now: 'E dey start work now.',
    announced: (title: string, count: number) =>
      `Your decision for ${title} go start work in ${count} seconds. You fit undo am before then.`,
    undo: 'Undo',
    undone: (title: string) => `You don undo the decision for ${title}.`,
    byOther: 'The decision of another reviewer go start work in few seconds.',
    unapplied: 'Your decision no work.',
  },
  approved: (title: string) => `You don approve ${title}. E don dey live.`,
  endorsedToast: (title: string) => `${title} need one more approval.`,
  asked: (title: string) => `We don send your question give the organiser of ${title}.`,
  rejected: (title: string) => `You don reject ${title}. The organiser fit see the reason.`,
  askTitle: 'Ask the organiser',
  question: 'Question',
  questionHint: 'The organiser go answer for the campaign page.',
  rejectTitle: 'Reject this campaign',
  reasonKind: 'Reason',
  reasonKinds: {
    unclear: 'E no clear who need wetin',
    unverifiable: 'We no fit verify wetin e talk',
    'not-own': 'The photos or the text na another person own',
    forbidden: 'Ajo no dey allow am',
    account: 'The bank account no match who go get the money',
    other: 'Another reason',
  },
  ownWords: 'Explanation',
  reason: 'Reason',
  reasonHint: 'The organiser go read am. Talk wetin dem suppose change.',
  cancel: 'Cancel',
  edits: {
    title: 'Live edits',
    intro:
      'Small edits wey go live without review. We compare dem with wetin reviewer approve last.',
    failed: 'We no fit load the live edits.',
    loading: 'The live edits dey load',
    more: (listed: number, total: number) => `We list the first ${listed} out of ${total}.`,
    edited: (when: string) => `Dem edit am ${when}`,
    score: (score: number, threshold: number) =>
      `${score} points. Edits wey get ${threshold} points dey wait for review.`,
    see: 'See campaign',
    accept: 'E dey okay',
    accepted: (title: string) => `You don check the edit of ${title}.`,
    takeBack: 'Take back',
    takeBackTitle: 'Take this edit back',
    takeBackHint:
      'The version wey reviewer approve go come back. The organiser go read the reason.',
    takenBack: (title: string) => `You don take back the edit of ${title}.`,
  },
}
