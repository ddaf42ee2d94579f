import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { invalid } from '#shared/messages.ts'

import { Refused, type Env } from './context.ts'
import { fileError } from './field-error.ts'

/** An image of 5,000,000 bytes and the form around it. */
const imageBytes = 5_200_000
/** A document of 10,000,000 bytes and the form around it. */
const documentBytes = 10_200_000
const webhookBytes = 256 * 1024
/** Four texts of 10,000 characters in any script. */
const campaignFormBytes = 320 * 1024
export const jsonBytes = 64 * 1024

/** The page on which organisers write updates takes a picture without JavaScript. */
export const isPictureForm = (path: string) => /^\/c\/[^/]+\/updates$/.test(path)

/** Refuses a body that is too large for its path before reading all of it. */
export function bodyLimits(): MiddlewareHandler<Env> {
  const image = limit(imageBytes, () => fileError(invalid.imageSize))
  const document = limit(documentBytes, () => fileError(invalid.documentSize))
  const webhook = limit(webhookBytes)
  const campaignForm = limit(campaignFormBytes)
  const json = limit(jsonBytes)
  return (c, next) => {
    const { method, path } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    if (path === '/api/images' || isPictureForm(path)) return image(c, next)
    if (path.startsWith('/api/') && path.endsWith('/documents')) return document(c, next)
    if (path === '/api/campaigns' || path === '/api/draft') return campaignForm(c, next)
    return path.startsWith('/webhooks/') ? webhook(c, next) : json(c, next)
  }
}

function limit(maxSize: number, toError = () => new Refused('body-too-large')): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw toError()
    },
  })
}
