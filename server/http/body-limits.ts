import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { invalid } from '#shared/messages.ts'

import { Refused, type Env } from './context.ts'
import { refusedPicture } from '../images/refused-picture.ts'

/** One picture of 5,000,000 bytes and what a form wraps around it. */
const imageBytes = 5_200_000
const webhookBytes = 256 * 1024
/** Four texts of ten thousand letters, whatever the alphabet. */
const campaignFormBytes = 320 * 1024
const jsonBytes = 64 * 1024

/** Refuses a body before it is read whole, by what the address has use for. */
export function bodyLimits(): MiddlewareHandler<Env> {
  const image = limit(imageBytes, () => refusedPicture(invalid.imageSize))
  const webhook = limit(webhookBytes)
  const campaignForm = limit(campaignFormBytes)
  const json = limit(jsonBytes)
  return (c, next) => {
    const { method, path } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    if (path === '/api/images') return image(c, next)
    if (path === '/api/campaigns' || path === '/api/draft') return campaignForm(c, next)
    return path.startsWith('/webhooks/') ? webhook(c, next) : json(c, next)
  }
}

function limit(maxSize: number, refusal = () => new Refused('body-too-large')): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw refusal()
    },
  })
}
