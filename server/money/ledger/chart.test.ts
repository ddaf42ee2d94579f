import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { testDatabase } from '#test/support/database/database.ts'

import {
  type Account,
  accountColumns,
  accounts,
  chart,
  type EntryKind,
  entryKinds,
  getAllowedAccounts,
  type Position,
  toCanonical,
  toPostings,
} from './chart.ts'

const { owner } = await testDatabase()
const document = readFileSync(new URL('../../../docs/ledger.md', import.meta.url), 'utf8')
const [accountTable = '', kindTable = ''] = document.split('| Kind |')

/** The table of docs/ledger.md: kind → event and accounts. */
const documented = Object.fromEntries(
  [...kindTable.matchAll(/^\| `([a-z_]+)` \| ([^|]+) \| ([^|]+) \|/gm)].map(
    ([, kind = '', event, postings = '']) => [
      kind,
      {
        event: event?.trim(),
        posts: [...postings.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
      },
    ],
  ),
)
const toName = (account: Account) => accountColumns[account].replace('_kobo', '')

describe('docs/ledger.md', () => {
  it('shows for each kind of entry its event and the accounts that it posts', () => {
    const expected = Object.fromEntries(
      entryKinds.map((kind) => [
        kind,
        { event: chart[kind].event, posts: chart[kind].posts.map(toName) },
      ]),
    )
    expect(documented).toEqual(expected)
  })

  it('explains each account', () => {
    const explained = [
      ...accountTable.matchAll(/^\| `([a-z_]+)` \| (asset|liability|income|expense)/gm),
    ]
    expect(explained.map(([, name]) => name)).toEqual(accounts.map(toName))
  })
})

/** Columns that a kind needs for its own accounts. */
const needed: Partial<Record<EntryKind, Record<string, number | string>>> = {
  charge: { fee_kobo: 1, raised_kobo: 1 },
  recovery: { provider_fees_kobo: 1, owner_receivable_kobo: -1 },
  write_off: { owner_receivable_kobo: -1, memo: 'gone', source: 'admin' },
  owner_repayment: {
    owner_receivable_kobo: -1,
    paid_out_kobo: -1,
    memo: 'slip 1',
    source: 'admin',
  },
  top_up: { provider_balance_kobo: 1, memo: 'slip 1', source: 'admin' },
  write_off_undo: { payable_due_kobo: 1, platform_loss_kobo: -1 },
}

async function isRefused(kind: EntryKind, change: Record<string, number>) {
  const row = {
    campaign_id: 'x',
    effect_key: `${kind}:sandbox:1`,
    mode: 'sandbox',
    kind,
    owner_uid: 'x',
    raised_kobo: 0,
    source: 'sweep',
    booked_at: '2026-05-01',
    effective_at: '2026-05-01',
    ...needed[kind],
    ...change,
  }
  const values = Object.values(row)
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  const insert = `insert into ledger_entry (${Object.keys(row).join(', ')}) values (${places})`
  const message = await owner.pool.query(insert, values).then(
    () => '',
    (error: Error) => error.message,
  )
  // PostgreSQL evaluates checks in the order of their names, so this is the first one.
  return message.includes('ledger_entry_accounts_check')
}

describe('the schema', () => {
  it.each(entryKinds)(
    'refuses each account that the chart does not allow in a %s',
    async (kind) => {
      const allowed = getAllowedAccounts(kind)
      expect(await isRefused(kind, {})).toBe(false)

      for (const account of accounts.filter((name) => !allowed.has(name)))
        expect([account, await isRefused(kind, { [accountColumns[account]]: 1 })]).toEqual([
          account,
          true,
        ])
    },
  )
})

describe('the postings of each event', () => {
  const position = { payableDue: -500, payableHeld: -300, ownerReceivable: 0 }
  it.each([
    ['fee', toPostings.fee({ fee: 20, owner: -15 })],
    ['unidentified', toPostings.unidentified({ net: 90, fee: 10, owner: 50, left: 30, loss: 5 })],
    ['refund', toPostings.reversal({ donor: 100, owner: 60 })],
    ['deduction', toPostings.deduction(70)],
    ['payout', toPostings.payout({ gross: 90, deducted: 20 })],
    ['platform_payout', toPostings.platformPayout(40)],
    ['hold', toPostings.hold(position)],
    ['release', toPostings.release(position)],
    ['write_off', toPostings.writeOff(30)],
    ['owner_repayment', toPostings.ownerRepayment(30)],
    ['top_up', toPostings.topUp(30)],
    ['write_off_undo', toPostings.writeOffUndo(30)],
  ] as const)('of kind %s sum to zero and are those of the chart', (kind, postings) => {
    expect(accounts.reduce((sum, account) => sum + (postings[account] ?? 0), 0)).toBe(0)
    const posted = accounts.filter((account) => postings[account] !== undefined)
    expect(chart[kind].posts).toEqual(expect.arrayContaining(posted))
  })
})

describe('the canonical form of a position', () => {
  const recovers = true
  it.each([
    [
      'takes what is overpaid from what is held',
      position(0, -300),
      { payableDue: 200, recovers },
      position(0, -100),
    ],
    ['owes what exceeds it', position(0, -300), { payableDue: 500, recovers }, position(0, 0, 200)],
    [
      'pays what is owed from what is due',
      position(-100, 0, 250),
      { payableDue: -100, recovers },
      position(0, 0, 50),
    ],
    [
      'keeps what is due beyond it',
      position(0, 0, 100),
      { payableDue: -150, recovers },
      position(-50, 0),
    ],
    [
      'leaves what is owed unless the entry recovers',
      position(-9, 0, 9),
      { payableDue: 0, recovers: false },
      position(-9, 0, 9),
    ],
  ])('%s', (_, before, { payableDue, ...entry }, after) => {
    const postings = toCanonical(before, { payableDue }, entry.recovers)

    expect({
      payableDue: before.payableDue + postings.payableDue,
      payableHeld: before.payableHeld + postings.payableHeld,
      ownerReceivable: before.ownerReceivable + postings.ownerReceivable,
    }).toEqual(after)
  })

  it('neither adds nor loses a kobo, and overdraws no account, in 2,000 positions', () => {
    let seed = 7
    const next = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % limit
    }
    for (let turn = 0; turn < 2_000; turn++) {
      const before = position(-next(900), -next(900), next(900))
      const payableDue = next(3_000) - 1_500
      const after = toCanonical(before, { payableDue }, next(2) === 0)
      const { payableHeld, ownerReceivable } = after
      expect(after.payableDue + payableHeld + ownerReceivable).toBe(payableDue)
      expect(before.payableDue + after.payableDue).toBeLessThanOrEqual(0)
      expect(before.payableHeld + payableHeld).toBeLessThanOrEqual(0)
      expect(before.ownerReceivable + ownerReceivable).toBeGreaterThanOrEqual(0)
    }
  })
})

function position(payableDue: number, payableHeld: number, ownerReceivable = 0): Position {
  return { payableDue, payableHeld, ownerReceivable }
}
