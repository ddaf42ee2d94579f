import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { campaignMoneySchema, thanksSchema } from '#shared/campaign-money.ts'

import { jsonBody, parsed, type Env } from '../http/context.ts'
import { giftsCsv } from '../payouts/received-donations-csv.ts'
import type { Money } from '../composition/money.ts'
import { signedIn } from '../policy/actor.ts'
import { gate } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { csvAnswer } from '../http/csv-response.ts'
import { idempotencyKeySchema } from './donation.ts'
import { pageCursor } from './page-cursor.ts'

const pageRows = 20

type Parts = { content: ContentStore; money: Money }

/** /api/campaigns/:id/money and what belongs to it: for the campaign's owner, and for admins to look at. */
export function campaignMoneyRoutes({ content, money }: Parts) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/money', gate(may.readMoney, find), async (c) => {
      const { id, slug, title, ownerUid, status } = c.var.subject
      const isOwner = signedIn(c.var.actor).uid === ownerUid
      const canCancel = !isOwner && (status === 'approved' || status === 'ended')
      const campaign = { id, slug, title, isOwner, canCancel }
      return c.json(z.parse(campaignMoneySchema, { campaign, ...(await money.of(id)) }))
    })
    .get('/:id/gifts', compress(), gate(may.readMoney, find), async (c) => {
      const after = pageCursor(c)
      return c.json(
        await money.gifts.listGifts({ campaignId: c.var.subject.id, limit: pageRows, after }),
      )
    })
    .get('/:id/gifts.csv', compress(), gate(may.readMoney, find), (c) => {
      const { id, slug } = c.var.subject
      return csvAnswer(c, `gifts-${slug.slice(0, 60)}`, giftsCsv(money.gifts.allGifts(id)))
    })
    .post('/:id/thanks', gate(may.thankDonors, find), async (c) => {
      const { 'idempotency-key': key } = parsed(idempotencyKeySchema, c.req.header())
      const form = await jsonBody(c, thanksSchema)
      const recipients = await money.thanks.ask({ campaign: c.var.subject, form, key })
      return c.json({ recipients }, 202)
    })
}
