import { describe, expect, it } from 'vitest'

import { conflicts } from '#shared/moderation.ts'

import { type Actor, type User } from './actor.ts'
import * as may from './rules.ts'
import type { Rule } from './rule.ts'

const ada: User = {
  kind: 'user',
  uid: 'ada',
  email: 'ada@example.org',
  emailVerified: true,
  createdAt: new Date(0),
  roles: [],
  sessionId: 's1',
}
const chidi: User = { ...ada, uid: 'chidi', roles: ['reviewer'] }
const admin: User = { ...ada, uid: 'dada', roles: ['admin'] }

const approved = { id: 'one', ownerUid: 'ada', status: 'approved' } as const
const pending = { id: 'one', ownerUid: 'ada', status: 'pending' } as const

const rules = new Map(Object.entries(may))

describe('refuse', () => {
  it.each([
    ['moderateCampaign', ['raised', 'approved', 'donated', 'reported', 'decided']],
    ['readReports', ['raised', 'approved', 'donated', 'reported', 'decided']],
    ['cancelCampaign', ['raised', 'approved', 'donated', 'reported', 'decided']],
    ['decideAppeal', ['raised', 'approved', 'donated', 'reported', 'decided']],
    ['reviewCampaign', ['raised', 'donated', 'reported']],
  ] as const)('%s is refused for each of its conflicts of interest', (name, blocking) => {
    const rule = rules.get(name) as typeof may.moderateCampaign
    const refused = conflicts.filter(
      (conflict) => rule.refuse?.(admin, { conflicts: [conflict] }) !== undefined,
    )
    expect(refused).toEqual(blocking)
    expect(rule.refuse?.(admin, { conflicts: [] })).toBeUndefined()
  })
})

describe('personal data', () => {
  const subjects = [
    null,
    approved,
    pending,
    { id: 'one', uid: 'ada' },
    { isShown: false, uploaderUids: ['ada'] },
    { foundBy: 'id', ownerUid: 'ada', donorUid: 'bola' },
    { foundBy: 'reference', ownerUid: 'ada', donorUid: null },
  ]
  const passes = (rule: Rule<unknown>, actor: Actor, subject: unknown) => {
    try {
      return rule.who(actor) === null && rule.when(actor, subject)
    } catch {
      return false
    }
  }
  const stranger: User = { ...ada, uid: 'efe' }
  const givesStaffRights = (rule: Rule<unknown>) =>
    subjects.some(
      (subject) =>
        !passes(rule, stranger, subject) &&
        (['reviewer', 'admin'] as const).some((role) =>
          passes(rule, { ...stranger, roles: [role] }, subject),
        ),
    )

  it('is declared by exactly the rules that give rights to reviewers or admins', () => {
    const all = [...rules] as [string, Rule<unknown>][]
    const declared = all.filter(([, { personalData }]) => personalData !== undefined)
    const staff = all.filter(([, rule]) => givesStaffRights(rule))

    expect(staff.length).toBeGreaterThan(15)
    expect(declared.map(([name]) => name)).toEqual(staff.map(([name]) => name))
  })

  it('is refused on the own matters of a reviewer or an admin, or a written reason says why not', () => {
    const all = [...rules] as [string, Rule<unknown>][]
    const staff = all.filter(([, { personalData }]) => personalData !== undefined)
    const despite = staff.flatMap(([name, { conflict }]) =>
      conflict && 'despite' in conflict ? [[name, conflict.despite] as const] : [],
    )

    expect(despite.filter(([, reason]) => reason.length < 30)).toEqual([])
    expect(despite.map(([name]) => name)).toEqual([
      'readCampaign',
      'readHistory',
      'readConsents',
      'readPayee',
      'readImage',
      'listCampaignDocuments',
      'readOutsideReceipts',
      'readSpending',
      'readDocument',
      'listReviews',
      'undoDecision',
      'readDecision',
      'readWork',
      'setWorkMail',
      'listEvidence',
      'readRefundQuote',
      'readMoney',
      'exportPayouts',
      'exportDonations',
      'readAdmin',
      'readRecipients',
      'readRefunds',
      'readStaffActions',
      'searchConsole',
      'readDonationFile',
      'readPersonFile',
      'listDisputes',
      'replayEvent',
      'runLedgerCheck',
      'acknowledgeDifference',
      'downloadBooks',
      'downloadStaffActions',
      'lockPeriod',
      'topUp',
      'retryMail',
      'retryJob',
      'changeEach',
      'changeEachCase',
      'removeSuppression',
    ])
    expect(
      staff.filter(([, { conflict, refuse }]) => conflict && 'blocking' in conflict && !refuse),
    ).toEqual([])
  })

  it('lets an organiser act on the own campaign as the organiser', () => {
    const subject = { ...approved, conflicts: ['raised'] as const }
    const reviewerWhoOwns = { ...chidi, uid: ada.uid }
    expect(may.hideUpdate.refuse?.(reviewerWhoOwns, subject)).toBeUndefined()
    expect(may.hideUpdate.refuse?.(chidi, { ...subject, conflicts: ['donated'] })).toEqual({
      code: 'conflict-of-interest',
    })
  })
})
