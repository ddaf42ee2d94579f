import { describe, expect, it } from 'vitest'

import { conflicts } from '#shared/moderation.ts'

import { contentStore, paymentProvider, visitor, type Actor, type User } from './actor.ts'
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
const bola: User = { ...ada, uid: 'bola' }
const unverified: User = { ...ada, emailVerified: false }
const chidi: User = { ...ada, uid: 'chidi', roles: ['reviewer'] }
const admin: User = { ...ada, uid: 'dada', roles: ['admin'] }
const withoutTwoFactor: User = { ...chidi, roles: [], inactiveRoles: ['reviewer'] }
const unverifiedReviewer: User = { ...chidi, emailVerified: false }

const approved = { ownerUid: 'ada', status: 'approved' } as const
const pending = { ownerUid: 'ada', status: 'pending' } as const

const rules = new Map(Object.entries(may))

function getWho(name: keyof typeof may) {
  const rule = rules.get(name)
  if (!rule) throw new Error(`no rule ${name}`)
  return rule.who
}

describe('who', () => {
  const signIn = 'sign-in-required'
  const verify = 'verified-email-required'
  const hidden = 'not-found'

  it.each<[string, keyof typeof may, Actor, string | null]>([
    ['a visitor may read the list', 'listCampaigns', visitor, null],
    ['a visitor may donate', 'donate', visitor, null],
    ['a visitor must sign in to create a campaign', 'createCampaign', visitor, signIn],
    ['an unverified user must verify to create a campaign', 'createCampaign', unverified, verify],
    ['a verified user may create a campaign', 'createCampaign', ada, null],
    ['a visitor must sign in to delete a campaign', 'deleteCampaign', visitor, signIn],
    ['a visitor must sign in to list donations', 'listTransactions', visitor, signIn],
    ['a visitor must sign in to read a yearly statement', 'readStatement', visitor, signIn],
    ['a visitor may verify a receipt', 'verifyReceipt', visitor, null],
    ['an unverified user may resend the verification mail', 'resendVerification', unverified, null],
    [
      'a visitor must sign in to resend the verification mail',
      'resendVerification',
      visitor,
      signIn,
    ],
    ['reviews are hidden from visitors', 'listReviews', visitor, hidden],
    ['reviews are hidden from owners', 'listReviews', ada, hidden],
    ['reviews are hidden from unverified reviewers', 'listReviews', unverifiedReviewer, hidden],
    ['a reviewer may list reviews', 'listReviews', chidi, null],
    [
      'a reviewer must enter a two-factor code to list reviews',
      'listReviews',
      withoutTwoFactor,
      'two-factor-code-required',
    ],
    ['an admin may review a campaign', 'reviewCampaign', admin, null],
    ['the payment provider may report payments', 'receivePayment', paymentProvider, null],
    ['an admin may not report payments', 'receivePayment', admin, 'wrong-signature'],
    ['the content store may report changes', 'reportContentChange', contentStore, null],
    [
      'the content store may not report payments',
      'receivePayment',
      contentStore,
      'wrong-signature',
    ],
    ['an admin may not report changes', 'reportContentChange', admin, 'wrong-signature'],
    [
      'the payment provider may not report changes',
      'reportContentChange',
      paymentProvider,
      'wrong-signature',
    ],
    ['the payment provider may not create a campaign', 'createCampaign', paymentProvider, signIn],
    ['reviews are hidden from the payment provider', 'listReviews', paymentProvider, hidden],
  ])('%s', (_title, rule, actor, expected) => {
    expect(getWho(rule)(actor)).toBe(expected)
  })
})

describe('when', () => {
  it.each([
    ['a visitor may read an approved campaign', visitor, approved, true],
    ['a visitor may not read a pending campaign', visitor, pending, false],
    ['the owner may read a pending campaign', ada, pending, true],
    ['another owner may not read a pending campaign', bola, pending, false],
    ['a reviewer may read a pending campaign', chidi, pending, true],
  ])('%s', (_title, actor, campaign, expected) => {
    expect(may.readCampaign.when(actor, { ...campaign, takedown: undefined })).toBe(expected)
  })

  it('lets only the owner delete a campaign', () => {
    expect(may.deleteCampaign.when(ada, approved)).toBe(true)
    expect(may.deleteCampaign.when(bola, approved)).toBe(false)
    expect(may.deleteCampaign.when(admin, approved)).toBe(false)
  })

  const donation = { foundBy: 'reference', donorUid: 'bola' } as const
  it.each([
    ['the donor may have the receipt sent again', bola, donation, true],
    ['another user may not have the receipt sent again', ada, donation, false],
    [
      'a visitor with the access code may have the receipt sent again',
      visitor,
      { ...donation, foundBy: 'accessCode' },
      true,
    ],
    [
      'a user may not have a guest’s receipt sent again',
      bola,
      { ...donation, donorUid: null },
      false,
    ],
  ] as const)('%s', (_title, actor, subject, expected) => {
    expect(may.resendReceipt.when(actor, subject)).toBe(expected)
  })

  const refundable = { foundBy: 'id', ownerUid: 'ada', donorUid: 'bola' } as const
  it.each([
    ['the organiser may refund a donation', ada, refundable, true],
    ['the donor may refund a donation', bola, refundable, true],
    ['an admin may refund a donation', admin, refundable, true],
    ['a reviewer may not refund a donation', chidi, refundable, false],
    ['a visitor may not refund a donation', visitor, refundable, false],
    [
      'a visitor with the access code may not refund a donation',
      visitor,
      { ...refundable, foundBy: 'accessCode' },
      false,
    ],
    [
      'a visitor with the mailed link may refund a donation',
      visitor,
      { ...refundable, foundBy: 'link' },
      true,
    ],
    ['a user may not refund a guest’s donation', bola, { ...refundable, donorUid: null }, false],
  ] as const)('%s', (_title, actor, subject, expected) => {
    expect(may.refundDonation.when(actor, { ...subject, conflicts: [] })).toBe(expected)
  })

  it('allows donations only for approved campaigns', () => {
    expect(may.donate.when(visitor, { ...approved, takedown: undefined })).toBe(true)
    expect(may.donate.when(ada, { ...pending, takedown: undefined })).toBe(false)
  })
})

describe('refuse', () => {
  const takedown = { ground: 'fraud', reason: 'The well exists.', at: '2026-05-01' } as const
  const takenDown = { ownerUid: 'ada', status: 'taken-down', takedown } as const
  it.each([
    ['a visitor reads why a campaign was taken down', visitor, takenDown, 'campaign-taken-down'],
    ['another user reads why a campaign was taken down', bola, takenDown, 'campaign-taken-down'],
    ['the owner still reads a campaign that was taken down', ada, takenDown, undefined],
    ['a reviewer still reads a campaign that was taken down', chidi, takenDown, undefined],
    [
      'a visitor reads an approved campaign',
      visitor,
      { ...approved, takedown: undefined },
      undefined,
    ],
  ])('%s', (_title, actor, campaign, expected) => {
    expect(may.readCampaign.refuse?.(actor, campaign)?.code).toBe(expected)
  })

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

  it.each([
    ['a reviewer on a pending campaign', chidi, pending, true],
    ['a reviewer on a published campaign', chidi, approved, false],
    ['a reviewer on their own campaign', { ...chidi, uid: 'ada' }, pending, false],
    ['the owner', ada, pending, false],
    ['a visitor', visitor, approved, false],
  ] as const)('is read by role: %s', (_title, actor, subject, expected) => {
    expect(may.readCampaign.isByRole(actor, { ...subject, takedown: undefined })).toBe(expected)
  })
})
