import { Hono } from 'hono'
import * as z from 'zod/mini'

import { actResponseSchema } from '#shared/admin.ts'
import { answerSchema, campaignEditSchema, editorFields } from '#shared/campaign-edit.ts'
import { acceptEditsSchema, takeBackSchema } from '#shared/campaign-version.ts'
import { consentKinds } from '#shared/consent-sentences.ts'
import { reasonSchema } from '#shared/review.ts'

import { draftInputSchema } from '../campaigns/submission/drafts.ts'
import { jsonBody, Refused, type Env, parseInput, done } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser } from '../platform/policy/actor.ts'
import { owned } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import type { StoredCampaign } from '../providers/content/content.ts'
import type { Services } from '../services.ts'

/** /api/campaigns/:id: edits, answers to reviewers, endings and histories. */
export function campaignLifecycleRoutes(deps: Services) {
  const { content, subjects, responses, edits, endings, historyResponses, editHistory } = deps
  const { consents, payees, memberRequests, drafts } = deps
  const find = content.findCampaign
  const toForm = async (campaign: StoredCampaign) => {
    const form = await edits.getForm(campaign)
    const consented = await consents.toFormValues(campaign.id)
    const payee = await payees.toFormValues(campaign)
    const { draft, kept } = await drafts.find(campaign)
    const values = { ...form.values, ...payee, ...consented }
    return { ...form, isOwner: true, values, savedAt: draft?.savedAt ?? '', kept }
  }
  const toEditorForm = async (campaign: StoredCampaign) => {
    const form = await toForm(campaign)
    const kept = form.kept.map((each) => ({ ...each, values: ofEditor(each.values) }))
    const hidden = { isOwner: false, accountNumberLast4: '', hasTwoFactor: false }
    return { ...form, ...hidden, values: ofEditor(form.values), kept }
  }
  /** An editor's words change neither the contact nor who is paid nor the consents. */
  const withContact = async (campaign: StoredCampaign, sent: object) =>
    parseInput(campaignEditSchema, { ...(await toForm(campaign)).values, ...ofEditor(sent) })
  return new Hono<Env>()
    .route('/', campaignConsentRoutes(deps))
    .get('/:id/history', gate(may.readHistory, find), async (c) =>
      c.json(await historyResponses.toHistory(c.var.subject, toUser(c.var.actor))),
    )
    .get('/:id/edits', gate(may.readCampaign, subjects.findPublic), async (c) =>
      c.json({ edits: await editHistory.list(c.var.subject.id) }),
    )
    .get('/:id/form', gate(may.readCampaignForm, find), async (c) =>
      c.json(await (owned(c.var.actor, c.var.subject) ? toForm : toEditorForm)(c.var.subject)),
    )
    .put('/:id', gate(may.editCampaign, find), async (c) => {
      const isOwner = owned(c.var.actor, c.var.subject)
      const { version, ...form } = isOwner
        ? await jsonBody(c, campaignEditSchema)
        : await withContact(c.var.subject, await jsonBody(c, z.looseObject({})))
      const typed = JSON.parse(await c.req.text())
      const values = isOwner ? typed : ofEditor(typed)
      const draft = parseInput(draftInputSchema, { values, tab: 0, ...version })
      const { id, ownerUid } = c.var.subject
      await payees.refuseWithoutAccount(c.var.subject, form)
      const asks =
        (await memberRequests.isNeeded(c.var.subject)) &&
        (await payees.changes(c.var.subject, form))
      const edit = asks
        ? await memberRequests.askForPayee(c.var.subject, toUser(c.var.actor), form)
        : form
      const owner = await content.findUserByUid(ownerUid)
      const saving = edits.save(c.var.subject, {
        owner: toUser(c.var.actor),
        edit,
        refuse: async (queries) => {
          if (version) await drafts.refuseOther(queries, c.var.subject, draft)
        },
        record: async (queries, saved) => {
          await drafts.record(queries, saved, draft)
          await consents.record(queries, saved, edit)
          await payees.record(queries, saved, { form: edit, owner })
        },
      })
      const waits = await saving.catch(async (error: unknown) => {
        if (error instanceof Refused && error.code === 'draft-changed')
          await drafts.save(c.var.subject, draft)
        throw error
      })
      const campaign = await content.findCampaign(id)
      if (!campaign) throw new Refused('not-found')
      return c.json({ campaign: await responses.toDetail(campaign, c.var.actor), waits, asks })
    })
    .post('/:id/answer', gate(may.editCampaign, find), async (c) => {
      const { answer } = await jsonBody(c, answerSchema)
      return done(c, edits.answer(c.var.subject, toUser(c.var.actor), answer))
    })
    .post('/:id/end', gate(may.endCampaign, find), async (c) => {
      const { actor, subject } = c.var
      if (await memberRequests.isNeeded(subject)) {
        await memberRequests.ask(subject, toUser(actor), { kind: 'end' })
        return c.json(z.parse(actResponseSchema, { waits: true }), 202)
      }
      return done(c, endings.end(subject, toUser(actor).uid))
    })
    .post('/:id/cancel', gate(may.cancelCampaign, subjects.findReviewed), async (c) => {
      const { reason } = await jsonBody(c, reasonSchema)
      const isDone = await endings.cancel(c.var.subject, toUser(c.var.actor), reason)
      if (isDone) return c.body(null, 204)
      return c.json(z.parse(actResponseSchema, { waits: true }), 202)
    })
}

const editorNames = [...Object.keys(editorFields), 'version']

const ofEditor = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => editorNames.includes(name)))

const withdrawalSchema = z.object({ kind: z.enum(consentKinds) })

/** /api/campaigns/:id/consents: consents to publish a child's story or a person's health data. */
function campaignConsentRoutes({ content, subjects, consents, withdrawConsent }: Services) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/consents', gate(may.readConsents, find), async (c) =>
      c.json({ consents: await consents.list(c.var.subject.id) }),
    )
    .delete('/:id/consents/:kind', gate(may.withdrawConsent, subjects.findReviewed), async (c) => {
      const { kind } = parseInput(withdrawalSchema, c.req.param())
      return done(c, withdrawConsent(c.var.subject, kind))
    })
}

const numberSchema = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))

/** /api/campaigns/:id/versions: as public as the campaign. */
export function campaignVersionRoutes({ subjects, versionResponses }: Services) {
  const find = subjects.findPublic
  return new Hono<Env>()
    .get('/:id/versions', gate(may.readCampaign, find), async (c) =>
      c.json({ versions: await versionResponses.toList(c.var.subject) }),
    )
    .get('/:id/versions/:number', gate(may.readCampaign, find), async (c) => {
      const { data: number } = z.safeParse(numberSchema, c.req.param('number'))
      const version =
        number === undefined ? undefined : await versionResponses.find(c.var.subject, number)
      if (!version) throw new Refused('not-found')
      return c.json({ version })
    })
}

/** /api/reviews: edits that went live without review. */
export function liveEditRoutes({ subjects, liveEdits }: Services) {
  const find = subjects.findReviewed
  return new Hono<Env>()
    .get('/edits', gate(may.listReviews, noSubject), async (c) => {
      const list = await liveEdits.list()
      c.set('readSubjects', { campaignIds: list.edits.map(({ campaign }) => campaign.id) })
      return c.json(list)
    })
    .post('/:id/edits/accept', gate(may.reviewCampaign, find), async (c) => {
      const { number } = await jsonBody(c, acceptEditsSchema)
      return done(c, liveEdits.accept(c.var.subject, toUser(c.var.actor), number))
    })
    .post('/:id/edits/take-back', gate(may.reviewCampaign, find), async (c) => {
      const takeBack = await jsonBody(c, takeBackSchema)
      return done(c, liveEdits.takeBack(c.var.subject, toUser(c.var.actor), takeBack))
    })
}
