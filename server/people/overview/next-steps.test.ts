import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'

import { toNextSteps, type StepFacts } from './overview.ts'

type Campaign = StepFacts['campaigns'][number]

const campaign = (id: string, change: Partial<Campaign> = {}): Campaign => ({
  id,
  title: `Title of ${id}`,
  status: 'approved',
  goal: kobo(100_000_00),
  raised: kobo(50_000_00),
  donors: 9,
  daysLeft: 30,
  ...change,
})

const nothing: StepFacts = {
  campaigns: [],
  asked: [],
  frozen: [],
  decided: [],
  toThank: null,
  hasDraft: false,
  hasDonated: false,
  canClaim: false,
}

/** The kinds of the steps, with the ids of their campaigns. */
const list = (change: Partial<StepFacts>) =>
  toNextSteps({ ...nothing, ...change }).map((step) =>
    'campaign' in step ? `${step.kind} ${step.campaign.id}` : step.kind,
  )

describe('the next steps', () => {
  it.each<[string, Partial<StepFacts>, string[]]>([
    ['of a new person are to start or find a campaign', {}, ['start-campaign', 'find-campaign']],
    [
      'of a donor with earlier donations are to claim them',
      { canClaim: true },
      ['claim-donations', 'find-campaign'],
    ],
    ['of a donor are to find another campaign', { hasDonated: true }, ['find-campaign']],
    [
      'of a person with a draft are to finish it, or to find a campaign',
      { hasDraft: true },
      ['finish-draft', 'find-campaign'],
    ],
    [
      'name a campaign about which a reviewer asks',
      { campaigns: [campaign('a', { status: 'information-requested' })] },
      ['answer-reviewer a'],
    ],
    [
      'name a campaign with a change about which a reviewer asks',
      { campaigns: [campaign('a')], asked: ['a'] },
      ['answer-reviewer a'],
    ],
    [
      'name a campaign that was frozen or taken down lately, and ask to share neither',
      {
        campaigns: [campaign('a', { donors: 0 }), campaign('b', { status: 'taken-down' })],
        frozen: ['a'],
        decided: ['a', 'b'],
      },
      ['read-decision a', 'read-decision b'],
    ],
    [
      'name the newest campaign when it was rejected',
      { campaigns: [campaign('a', { status: 'rejected' })] },
      ['resubmit a'],
    ],
    [
      'leave out a rejected campaign that a newer one followed',
      { campaigns: [campaign('a'), campaign('b', { status: 'rejected' })] },
      [],
    ],
    [
      'name the campaign with a donor to thank, also once it has ended',
      { campaigns: [campaign('a', { status: 'ended' })], toThank: 'a' },
      ['thank-donors a'],
    ],
    [
      'say that a campaign is in review',
      { campaigns: [campaign('a', { status: 'pending' })] },
      ['await-review a'],
    ],
  ])('%s', (_title, facts, steps) => {
    expect(list(facts)).toEqual(steps)
  })

  it.each<[string, Partial<Campaign>, boolean]>([
    ['with few donors', { donors: 2 }, true],
    ['with many donors', { donors: 3 }, false],
    ['in its last week', { daysLeft: 7 }, true],
    ['in its last week that reached its goal', { daysLeft: 7, raised: kobo(100_000_00) }, false],
    ['before its last week', { daysLeft: 8 }, false],
    ['without an end date and with few donors', { daysLeft: null, donors: 0 }, true],
    ['that has expired', { daysLeft: 0, donors: 0 }, false],
    ['that has ended', { status: 'ended', donors: 0 }, false],
  ])('about sharing a campaign %s', (_title, change, isShared) => {
    expect(list({ campaigns: [campaign('a', change)] })).toEqual(isShared ? ['share a'] : [])
  })

  it('are at most three, the most urgent first', () => {
    const campaigns = [
      campaign('reviewed', { status: 'pending' }),
      campaign('unknown', { donors: 0 }),
      campaign('asked', { status: 'information-requested' }),
      campaign('thanked'),
    ]
    expect(list({ campaigns, hasDraft: true, toThank: 'thanked' })).toEqual([
      'answer-reviewer asked',
      'finish-draft',
      'thank-donors thanked',
    ])
  })
})
