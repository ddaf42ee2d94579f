import { randomUUID } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'

import { sql, type Sql } from '#server/platform/database/sql.ts'
import { always, type Rule } from '#server/platform/policy/rule.ts'
import * as may from '#server/platform/policy/rules.ts'
import type { Services } from '#server/services.ts'
import { conflicts, type Conflict } from '#shared/moderation.ts'

import type { Case } from './matrix-cells.ts'
import { matrix } from './matrix.ts'
import type { Role } from './matrix-roles.ts'
import { runCell } from './matrix-run.ts'
import { openWorld, password, toForm } from './matrix-world.ts'

let donorKey: Buffer | undefined
let services: Services | undefined
const world = await openWorld({
  env: { OWNER_REFUND_PASSWORD_ABOVE: '1' },
  prepare: async ({ owner, campaigns }, opened) => {
    services = opened
    donorKey = services.sealing.fingerprint('donor', 'admin@example.com')
    // A debt that can be given up or paid back.
    await owner.run(sql`
      update campaign_total set owner_receivable_kobo = 100, paid_out_kobo = paid_out_kobo + 100
      where campaign_id = ${campaigns.owners.id}`)
    await owner.run(sql`
      update quarantined_payment held set campaign_id = donation.campaign_id, donation_id = donation.id
      from donation where donation.reference = held.reference`)
  },
})
const { owner, people, campaigns, deletedCampaign, moderation } = world
const uid = people.admin?.uid ?? ''
const ids = [...Object.values(campaigns), deletedCampaign].map(({ id }) => id)
const campaign = sql`unnest(${ids}::text[]) campaign (id)`

/** The tables of the relations. */
const related = new Set(
  [
    'campaign_member',
    'campaign_history',
    'campaign_donor',
    'campaign_report',
    'moderation_appeal',
  ].map((name) => `public.${name}`),
)
/** Gives the admin this relation to every campaign, and so to its donations, reports and debts. */
const relation: Record<Conflict, Sql> = {
  // A membership that has ended gives no right.
  raised: sql`
      insert into campaign_member (campaign_id, role, invited_at, uid, accepted_at, confirms_from, ended_at)
      select campaign.id, 'editor', now(), ${uid}, now(), now(), now() from ${campaign}`,
  approved: sql`
      insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, at)
      select campaign.id, gen_random_uuid(), 'approve', 'pending', 'approved', ${uid}, now() from ${campaign}`,
  donated: sql`
      insert into campaign_donor (campaign_id, mode, donor_key, donations)
      select campaign.id, 'sandbox', ${donorKey}, 1 from ${campaign}`,
  reported: sql`
      insert into campaign_report (campaign_id, id, reason, details, reporter_uid, at, case_id)
      select campaign.id, gen_random_uuid(), 'other', '', ${uid}, now(), ${moderation.ownersCase} from ${campaign}`,
  decided: sql`update moderation_appeal set decided_by = ${uid}`,
}

/** Also to the deleted one, as it was before. */
const relate = (to: Conflict) =>
  owner.transaction(async ({ run }) => {
    await run(sql`set local session_replication_role = replica`)
    await run(relation[to])
    await run(
      sql`insert into kept.written (name) select unnest(${[...related]}::text[]) on conflict do nothing`,
    )
  })

const onDebt: Case = {
  on: 'a debt',
  campaign: 'owners',
  body: { reason: 'The bank told us so', amount: '1', document: 'Slip 7' },
  answers: {},
}
const names = new Map<unknown, string>(Object.entries(may).map(([name, rule]) => [rule, name]))
const blocking = (rule: Pick<Rule<never>, 'conflict'>): readonly Conflict[] =>
  rule.conflict && 'blocking' in rule.conflict ? rule.conflict.blocking : []
const routes = world.app.routes.flatMap(({ method, path, handler }) => {
  if (!('rule' in handler)) return []
  const route = `${method} ${path}`
  return blocking(handler.rule as Rule<never>).length > 0 ? [{ route, rule: handler.rule }] : []
})
const byRule = Map.groupBy(routes, ({ rule }) => rule as Rule<never>)

it('has a route for every rule that a conflict of interest refuses', () => {
  const refused = Object.values(may).filter((rule) => blocking(rule).length > 0)
  expect(refused.length).toBeGreaterThan(15)
  expect(refused.filter((rule) => !byRule.has(rule as Rule<never>))).toEqual([])
})

it.each([...byRule].map(([rule, of]) => [names.get(rule) ?? 'unknown', rule, of] as const))(
  '%s is refused to an admin on what is their own',
  async (name, rule, of) => {
    const refusedBy = new Set<Conflict>()
    for (const { route } of of)
      for (const one of [
        ...(matrix[route] ?? []),
        ...(route.includes('receivables') ? [onDebt] : []),
      ])
        for (const to of conflicts) {
          await relate(to)
          const { code, changed } = await runCell(world, { route, of: one, role: 'admin' })
          if (code !== 'conflict-of-interest') continue
          refusedBy.add(to)
          expect(changed.filter((table) => !related.has(table))).toEqual([])
        }
    // Only an appeal has someone who decided before.
    const expected = blocking(rule).filter(
      (relation) => relation !== 'decided' || name === 'decideAppeal',
    )
    expect([...refusedBy].toSorted()).toEqual([...expected].toSorted())
  },
)

const [confirmed] = matrix['POST /api/campaigns/:id/requests/:request/confirm'] ?? []
/** What moves money or an account that gets it, in a case where the rule asks who it is. */
const asking: Record<string, Omit<Case, 'on' | 'answers'> & { role: Role; sent: object }> = {
  'POST /api/donations/:id/refund': {
    role: 'owner',
    id: ({ paid }) => paid.id,
    headers: () => ({ 'idempotency-key': randomUUID() }),
    sent: { reason: 'As you asked' },
  },
  'PUT /api/campaigns/:id': {
    role: 'owner',
    campaign: 'ownersPending',
    sent: { ...toForm(world), accountNumber: '0123456780', accountName: 'Obi Ada Chinyere' },
  },
  'POST /api/campaigns/:id/requests/:request/confirm': {
    role: 'treasurer',
    ...(confirmed?.path && { path: confirmed.path }),
    sent: {},
  },
}

describe('the step-up', () => {
  it('has a case for every rule about an object that checks a password', () => {
    const checking = Object.entries(may).filter(
      ([, { limit, when }]) =>
        limit.kind === 'limited' && limit.delays === 'account' && when !== always,
    )
    const asked = world.app.routes.flatMap(({ method, path, handler }) =>
      'rule' in handler && asking[`${method} ${path}`] ? [names.get(handler.rule)] : [],
    )
    expect(new Set(asked)).toEqual(new Set(checking.map(([name]) => name)))
  })

  it.each(Object.entries(asking))(
    'lets %s pass with the password, and with a code that was not used where codes are on',
    async (route, { role, sent, ...one }) => {
      const by = people[role]?.uid ?? ''
      const tryWith = async (given: object) => {
        const of = { ...one, on: 'their own', answers: {}, body: { ...sent, ...given } }
        const { status, code, changed } = await runCell(world, { route, of, role })
        return status < 300
          ? 'passes'
          : [code, changed.filter((table) => !/two_factor/.test(table))]
      }
      expect([await tryWith({}), await tryWith({ currentPassword: 'harmattan kite 12' })]).toEqual([
        ['requires-recent-login', []],
        ['wrong-password', []],
      ])
      expect(await tryWith({ currentPassword: password })).toBe('passes')

      const secret = new Secret()
      const tryCode = async (
        given: { code?: string; currentPassword?: undefined },
        isUsed = false,
      ) => {
        await owner.run(sql`
          insert into two_factor (uid, secret_sealed, confirmed_at)
          values (${by}, ${services?.sealing.seal('two-factor', secret.base32)}, now())`)
        if (isUsed) await services?.twoFactor.verifyCode(by, given.code ?? '', 'session')
        return tryWith({ currentPassword: password, ...given })
      }
      const code = new TOTP({ secret }).generate()
      const wrong = String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')
      expect([
        await tryCode({}),
        await tryCode({ code: wrong }),
        await tryCode({ code }, true),
        await tryCode({ code, currentPassword: undefined }),
      ]).toEqual([
        ['two-factor-code-required', []],
        ['two-factor-code-wrong', []],
        ['two-factor-code-wrong', []],
        ['requires-recent-login', []],
      ])
      expect(await tryCode({ code })).toBe('passes')
    },
  )
})
