import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'

import type { Challenge } from '#shared/challenge.ts'
import { lagosDay } from '#shared/day.ts'
import type { FormWait } from '#shared/page.ts'

import { isPictureForm, jsonBytes } from '../http/request-body.ts'
import { Refused, type Env } from '../http/context.ts'
import { readFormWithFile } from '../http/request-body.ts'
import { getLanguage } from '../http/language.ts'
import { getWaitLeftMs } from '../rate-limits/proofs.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { toPlainDocument } from './document.ts'
import { wantsData, pagePolicy } from './page-response.ts'
import type { Pages } from './pages.ts'

type FormWaitDeps = { pages: Pages; sealing: Sealing; now: () => Date }

const sealedFormPurpose = 'page-form'
const sealedFormSchema = z.object({ path: z.string(), form: z.string(), at: z.number() })
const sealedFormLifetimeMs = 15 * 60_000

/**
 * A browser without script cannot solve a challenge: it gets a page on which it waits instead. The form stays in a hidden field,
 * sealed, because it may hold a password. This works for every page, because the form is stored as it was sent, but without its file,
 * which the person chooses again.
 */
export function formWait(deps: FormWaitDeps): MiddlewareHandler<Env> {
  return async (c, next) => {
    refuseLargeForm(c)
    const { texts: sent, file } = await readFormWithFile(c)
    const seed = sent.get('challenge') ?? ''
    const sealed = openSealedForm(deps, c.req.path, sent.get('form'))
    const form = sealed ?? sent
    c.set('pageForm', form)
    if (file) c.set('pageFile', file)
    const leftMs = sealed ? getWaitLeftMs(seed, deps.now()) : 0
    if (leftMs > 0) return sendWaitPage(deps, c, { form, seed, waitMs: leftMs })
    if (sealed) c.set('challengeSolution', `${seed} waited`)
    await next()
    const challenge = c.var.unsolvedChallenge ?? getChallenge(c.error)
    if (!challenge) return undefined
    const wait = { form, seed: challenge.seed, waitMs: challenge.waitSeconds * 1_000 }
    // The headers of the refused response must not be copied.
    c.res = undefined
    c.res = sendWaitPage(deps, c, wait)
    return undefined
  }
}

/** Forms with a picture are those of accounts. The server reads no large form of a visitor. */
function refuseLargeForm(c: Context<Env>) {
  const isLarge =
    Number(c.req.header('content-length') ?? 0) > jsonBytes ||
    c.req.header('transfer-encoding') !== undefined
  if (isLarge && c.var.actor.kind === 'visitor' && isPictureForm(c.req.path))
    throw new Refused('sign-in-required')
}

function getChallenge(error: unknown): Challenge | undefined {
  return error instanceof Refused ? error.details.challenge : undefined
}

type Wait = { form: URLSearchParams; seed: string; waitMs: number }

/** A page that is refused for now says so, and loads again by itself. */
export function pageWait({ pages }: Pick<FormWaitDeps, 'pages'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const seconds = c.error instanceof Refused ? c.error.details.retryAfterSeconds : undefined
    if (seconds === undefined || wantsData(c)) return
    const { status } = c.res
    // The headers of the refused response must not be copied.
    c.res = undefined
    c.res = sendWait(pages, c, { seconds, fields: {}, status })
    c.res.headers.set('refresh', String(seconds))
  }
}

function sendWaitPage(deps: FormWaitDeps, c: Context<Env>, { form, seed, waitMs }: Wait): Response {
  const { pages, sealing, now } = deps
  const seconds = Math.ceil(waitMs / 1_000)
  const content = JSON.stringify({ path: c.req.path, form: String(form), at: now().getTime() })
  const sealed = sealing.seal(sealedFormPurpose, content).toString('base64url')
  return sendWait(pages, c, { seconds, fields: { challenge: seed, form: sealed }, status: 429 })
}

function sendWait(
  pages: Pages,
  c: Context<Env>,
  { status, ...wait }: FormWait & { status: number },
): Response {
  const language = getLanguage(c)
  const { renderer, manifest } = pages.editions[language]
  const site = {
    ...pages.site,
    year: Number(lagosDay().slice(0, 4)),
    isSignedIn: c.var.actor.kind === 'user',
  }
  const page = renderer.renderWait(wait, site)
  return new Response(toPlainDocument(page, { manifest, language }), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(pages),
      'cache-control': 'no-store',
      'retry-after': String(wait.seconds),
    },
  })
}

/** Undefined if the field was not sealed by us for this address, or too long ago. */
function openSealedForm(
  { sealing, now }: FormWaitDeps,
  path: string,
  field: string | null,
): URLSearchParams | undefined {
  if (field === null) return undefined
  try {
    const opened = sealing.open(sealedFormPurpose, Buffer.from(field, 'base64url'))
    const sealed = z.parse(sealedFormSchema, JSON.parse(opened))
    const isValid = sealed.path === path && now().getTime() - sealed.at <= sealedFormLifetimeMs
    return isValid ? new URLSearchParams(sealed.form) : undefined
  } catch {
    return undefined
  }
}
