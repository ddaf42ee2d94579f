import { approvalReason } from '#test/support/campaigns/campaigns.ts'
import {
  missing,
  everyone,
  reviewersOnly,
  signedInOnly,
  verifiedOnly,
  reviewing,
  type Case,
  type Matrix,
  members,
  only,
} from './matrix-cells.ts'
import { publicLedger } from './matrix-ledger.ts'
import type { Role } from './matrix-roles.ts'
import { toForm, type World } from './matrix-world.ts'

const picture = 'alt height id width'
const card = `category city country daysLeft description donors endDate goal id image{${picture}} raised slug status title`
/** What was uploaded here has a placeholder. */
const uploaded = 'alt height id placeholder width'
/** In the order in which the keys are sorted. */
export const toContactKeys = (contact: string) =>
  contact === '' ? 'contact contactHidden' : `contactHidden contact${contact}`
const toDetailKeys = (contact: string, shown = picture) =>
  `{acceptsDonations budget[] canDelete category city ${toContactKeys(contact)} country daysLeft description donors endDate goal id ` +
  `images[{${shown}}] image{${shown}} impact importance isOwner memberRole owner{firstname lastname} raiseMoneyFor raised ` +
  `receivedOutside rejectionReason slug startDate status title}`
const detailKeys = toDetailKeys('{email name phone}')
export const uploadedKeys = `{campaign${toDetailKeys('{email name phone}', uploaded)}}`
const withContact = `{campaign${detailKeys}}`
const withoutContact = `{campaign${toDetailKeys('')}}`
const list = `{campaigns[{${card}}] isTotalExact next total}`
const noList = '{campaigns[] isTotalExact next total}'

/** Contact data is for confirmed accounts (readings P6). */
const contactForPeople = {
  anonymous: withoutContact,
  disabled: withoutContact,
  stale: withoutContact,
  unverified: withoutContact,
  others: withContact,
}

/** Readings P5: what is pending exists only for who looks after it and for reviewers. */
export const concerned = (owner: Role): Case['answers'] => ({
  ...reviewersOnly(200),
  ...(owner === 'owner' && members(200)),
  [owner]: 200,
})

const reading = (key: 'campaign' | 'slug'): Case[] => [
  {
    on: "the owner's approved one",
    [key]: 'owners',
    answers: everyone(200),
    keys: contactForPeople,
  },
  {
    on: "the owner's pending one",
    [key]: 'ownersPending',
    answers: concerned('owner'),
    keys: withContact,
  },
  {
    on: "another owner's pending one",
    [key]: 'otherOwners',
    answers: concerned('otherOwner'),
    keys: withContact,
  },
  { id: missing, answers: everyone('not-found') },
]

const deciding = (body: object): Case[] => [
  { campaign: 'ownersPending', body, answers: reviewing(204) },
  {
    campaign: 'reviewersPending',
    body,
    answers: { ...reviewersOnly(204), reviewerWhoOwns: 'conflict-of-interest' },
  },
  { on: 'an approved one', campaign: 'owners', body, answers: reviewing('already-reviewed') },
  { id: missing, body, answers: everyone('not-found') },
]

/** Campaigns, their pictures, and what becomes of them. */
export const campaignRows: Matrix = {
  'GET /api/campaigns': [{ on: 'the approved ones', answers: everyone(200), keys: list }],
  'GET /api/campaigns/:id': reading('campaign'),
  'GET /api/campaigns/by-slug/:id': reading('slug'),
  'GET /api/campaigns/:id/ledger': publicLedger(
    '{campaign{slug title} entries[{day donor kind leaf owner paidOut place platform provider raised total}] next sums{donor entries owner paidOut platform provider raised returned}}',
  ),
  'GET /api/campaigns/:id/ledger.csv': publicLedger('text/csv'),
  'POST /api/campaigns': [
    {
      on: 'a new one',
      body: (world: World) => toForm(world),
      answers: verifiedOnly(201),
      keys: uploadedKeys,
    },
  ],
  'DELETE /api/campaigns/:id': [
    {
      on: "the owner's pending one, which was reported",
      campaign: 'ownersPending',
      answers: only({ owner: 'campaign-legal-hold' }),
    },
    {
      on: "the owner's, which has a donation",
      campaign: 'owners',
      answers: only({ owner: 'campaign-has-donations' }),
    },
    { campaign: 'otherOwners', answers: only({ otherOwner: 204 }) },
    { id: missing, answers: verifiedOnly('not-found') },
  ],
  'GET /api/account/campaigns': [
    {
      on: 'their own',
      answers: verifiedOnly(200),
      keys: { owner: list, otherOwner: list, reviewerWhoOwns: list, others: noList },
    },
  ],
  'GET /api/draft': [{ on: 'their own', answers: verifiedOnly(200), keys: '{draft kept[]}' }],
  'PUT /api/draft': [
    {
      on: 'their own',
      body: { values: { title: 'A well' }, tab: 0 },
      answers: signedInOnly(200),
      keys: '{draft{savedAt tab values{title}}}',
    },
  ],
  'DELETE /api/draft': [{ on: 'their own', answers: signedInOnly(204) }],
  'POST /api/images': [
    {
      on: 'a picture',
      body: ({ picture: { file } }: World) => {
        const form = new FormData()
        form.append('file', new File([new Uint8Array(file)], 'well.jpg', { type: 'image/jpeg' }))
        return form
      },
      answers: verifiedOnly(201),
      keys: `{${picture}}`,
    },
  ],
  'GET /images/:id': [
    {
      on: 'a picture of an approved campaign',
      path: ({ shownPicture }) => `/images/${shownPicture}?w=640`,
      answers: everyone(200),
      keys: 'image/webp',
    },
    {
      on: "a picture of the owner's pending campaign",
      path: ({ hiddenPicture }) => `/images/${hiddenPicture}?w=640`,
      answers: { ...reviewersOnly(200), owner: 200 },
      keys: 'image/webp',
    },
    {
      on: 'a missing one',
      path: `/images/${'0'.repeat(64)}?w=640`,
      answers: everyone('not-found'),
    },
  ],
  'GET /api/reviews': [
    {
      on: 'the queue',
      answers: reviewersOnly(200),
      keys:
        `{items[{accountNumberLast4 bankCode bankName campaign${detailKeys} changes[] checks{accountAgeDays accountOwners bankAccountMatch ` +
        `bankAccountName emailVerified impersonation[] rejections[] similarImages[] similarNames[] similarTexts[] twoFactor} conflicts[] consents[] difference documents[] endorsedBy isContactPublic isEndorsedByReader kind needsSecondApproval payee scheduled submittedAt transitions[] unapplied version}] kinds[{count kind}] next rows[{goal id kind owner submittedAt title}] total}`,
    },
  ],
  'POST /api/reviews/:id/approve': deciding({ version: 0, reason: approvalReason }),
  'POST /api/reviews/:id/ask': deciding({ reason: 'Please say where the money goes.' }),
  'POST /api/reviews/:id/reject': deciding({
    version: 0,
    reason: 'Please say where the money goes.',
  }),
}
