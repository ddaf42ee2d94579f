import { describe, expect, it } from 'vitest'

import { paymentProvider, visitor, type Actor, type User } from './actor.ts'
import * as may from './rules.ts'

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
const withoutFactor: User = { ...chidi, roles: [], dormantRoles: ['reviewer'] }
const unverifiedReviewer: User = { ...chidi, emailVerified: false }

const approved = { ownerUid: 'ada', status: 'approved' } as const
const pending = { ownerUid: 'ada', status: 'pending' } as const

const rules = new Map(Object.entries(may))

function whoMay(name: keyof typeof may) {
  const rule = rules.get(name)
  if (!rule) throw new Error(`no rule ${name}`)
  return rule.who
}

describe('who may try', () => {
  const signIn = 'sign-in-required'
  const verify = 'verified-email-required'
  const hidden = 'not-found'

  it.each<[string, keyof typeof may, Actor, string | null]>([
    ['anybody reads the list', 'listCampaigns', visitor, null],
    ['anybody gives', 'donate', visitor, null],
    ['a visitor signs in before creating', 'createCampaign', visitor, signIn],
    ['an unverified person verifies before creating', 'createCampaign', unverified, verify],
    ['a verified person creates', 'createCampaign', ada, null],
    ['a visitor signs in before deleting', 'deleteCampaign', visitor, signIn],
    ['a visitor has no transactions', 'listTransactions', visitor, signIn],
    ['nor a statement of the year', 'readStatement', visitor, signIn],
    ['anybody checks a receipt', 'verifyReceipt', visitor, null],
    ['an unverified person may have the mail sent again', 'resendVerification', unverified, null],
    ['a visitor may not', 'resendVerification', visitor, signIn],
    ['the desk does not exist for visitors', 'listReviews', visitor, hidden],
    ['nor for owners', 'listReviews', ada, hidden],
    ['nor for reviewers whose address is unconfirmed', 'listReviews', unverifiedReviewer, hidden],
    ['reviewers find it', 'listReviews', chidi, null],
    [
      'once they have shown a second factor',
      'listReviews',
      withoutFactor,
      'second-factor-required',
    ],
    ['admins find it', 'reviewCampaign', admin, null],
    ['only the provider reports payments', 'receivePayment', paymentProvider, null],
    ['an admin does not', 'receivePayment', admin, 'wrong-signature'],
    ['the provider does nothing else', 'createCampaign', paymentProvider, signIn],
    ['not even review', 'listReviews', paymentProvider, hidden],
  ])('%s', (_sentence, rule, actor, answer) => {
    expect(whoMay(rule)(actor)).toBe(answer)
  })
})

describe('when it is theirs', () => {
  it.each([
    ['a visitor reads an approved campaign', visitor, approved, true],
    ['a visitor does not see a pending one', visitor, pending, false],
    ['its owner does', ada, pending, true],
    ['another owner does not', bola, pending, false],
    ['a reviewer does', chidi, pending, true],
  ])('%s', (_sentence, actor, campaign, answer) => {
    expect(may.readCampaign.when(actor, campaign)).toBe(answer)
  })

  it('lets only the owner delete', () => {
    expect(may.deleteCampaign.when(ada, approved)).toBe(true)
    expect(may.deleteCampaign.when(bola, approved)).toBe(false)
    expect(may.deleteCampaign.when(admin, approved)).toBe(false)
  })

  const paper = { foundBy: 'reference', donorUid: 'bola' } as const
  it.each([
    ['who gave has the receipt sent again', bola, paper, true],
    ['nobody else does', ada, paper, false],
    ['but whoever holds its code', visitor, { ...paper, foundBy: 'receipt' }, true],
    ['a guest’s is nobody’s', bola, { ...paper, donorUid: null }, false],
  ] as const)('%s', (_sentence, actor, subject, answer) => {
    expect(may.resendReceipt.when(actor, subject)).toBe(answer)
  })

  const gift = { foundBy: 'id', ownerUid: 'ada', donorUid: 'bola' } as const
  it.each([
    ['whoever raised a gift sends it back', ada, gift, true],
    ['so does who gave it', bola, gift, true],
    ['and an admin', admin, gift, true],
    ['but no reviewer', chidi, gift, false],
    ['nor a visitor', visitor, gift, false],
    ['unless the visitor holds its receipt', visitor, { ...gift, foundBy: 'receipt' }, true],
    ['a guest’s gift is nobody’s', bola, { ...gift, donorUid: null }, false],
  ] as const)('%s', (_sentence, actor, subject, answer) => {
    expect(may.refundDonation.when(actor, subject)).toBe(answer)
  })

  it('takes gifts for approved campaigns alone', () => {
    expect(may.donate.when(visitor, approved)).toBe(true)
    expect(may.donate.when(ada, pending)).toBe(false)
  })
})
