import { isPersonal } from '#server/people/privacy/inventory/entry.ts'
import { inventory } from '#server/people/privacy/inventory/inventory.ts'

import type { MailLinks } from './matrix-mail-links.ts'
import { everyone, type Case, type Matrix } from './matrix-cells.ts'

const guest = {
  uid: null,
  email: 'guest@example.com',
  donorKey: Buffer.alloc(32),
  recipientKey: Buffer.alloc(32),
  campaignIds: [],
  subAccountCodes: [],
}
const madeUp = 'A'.repeat(200)
const form = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: () => new TextEncoder().encode(''),
}

/** An address without donations. */
const lists = Object.values(inventory).flatMap((entry) =>
  isPersonal(entry)
    ? (entry.exports ?? []).filter(({ rows }) => rows.where(guest) !== null).map(({ as }) => as)
    : [],
)
const emptyFile = `{${[...lists.map((as) => `${as}[]`), 'email', 'exportedAt'].toSorted().join(' ')}}`

const toDataPage = ({ guestData }: MailLinks) => guestData.replace('/my-donations/', '/my-data/')

/** Each cell has a world of its own, so the link was not used before. */
const button = (name: 'download' | 'erase', answer: 200 | 303): Case[] => [
  {
    on: 'the link of a mail',
    path: ({ mailLinks }) => `${toDataPage(mailLinks)}/${name}`,
    ...form,
    answers: everyone(answer),
    ...(name === 'download' && { keys: emptyFile }),
  },
  {
    on: 'a made-up link',
    path: `/my-data/${madeUp}/${name}`,
    ...form,
    answers: everyone('not-found'),
  },
]

/** The mailed link to a guest's data. Roles do not matter: the mailbox decides. */
export const guestDataRows: Matrix = {
  'POST /api/guest-data/links': [
    { on: 'an address', body: { email: 'nobody@example.com' }, answers: everyone(204) },
  ],
  'GET /api/guest-data/:id': [
    {
      on: 'the link of a mail',
      path: ({ mailLinks }) => mailLinks.guestData.replace('/my-donations/', '/api/guest-data/'),
      answers: everyone(200),
      keys: '{donations holds[] isDownloaded isErased isExpired}',
    },
    { on: 'a made-up link', id: madeUp, answers: everyone('not-found') },
  ],
  'POST /my-data/:id/download': button('download', 200),
  'POST /my-data/:id/erase': button('erase', 303),
}
