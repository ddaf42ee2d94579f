import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'

const maxBodyBytes = 4_000_000

/** Refuses requests with another project, token or dataset. */
export function authenticate({
  projectId,
  token,
}: {
  projectId: string
  token: string
}): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.header('x-sanity-project-id') !== projectId)
      throw errorResponse(404, {
        statusCode: 404,
        error: 'Not Found',
        message: 'Project not found',
      })
    if (c.req.header('authorization') !== `Bearer ${token}`)
      throw errorResponse(401, {
        statusCode: 401,
        error: 'Unauthorized',
        message: 'Session not found',
      })
    if (!c.req.path.endsWith('/production'))
      throw errorResponse(404, {
        error: { type: 'datasetNotFoundError', description: 'Dataset not found' },
      })
    await next()
  }
}

export async function parseQuery(c: Context) {
  const perspective = c.req.query('perspective') ?? 'raw'
  if (c.req.method === 'POST') {
    const { query, params = {} } = await parseBody(c)
    return { perspective, query: String(query), params: params as Record<string, unknown> }
  }
  const sent = Object.entries(c.req.query()).filter(([name]) => name.startsWith('$'))
  const params = sent.map(([name, value]) => [name.slice(1), JSON.parse(value) as unknown])
  return {
    perspective,
    query: c.req.query('query') ?? '',
    params: Object.fromEntries(params) as Record<string, unknown>,
  }
}

export async function parseBody(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text()
  if (Buffer.byteLength(text) > maxBodyBytes)
    throw errorResponse(413, { error: { description: 'Request body is too large' } })
  return JSON.parse(text) as Record<string, unknown>
}

function errorResponse(status: 400 | 401 | 404 | 413, body: unknown): HTTPException {
  return new HTTPException(status, { res: Response.json(body, { status }) })
}

export function respondToError(error: Error, c: Context): Response {
  if (error instanceof HTTPException) return error.getResponse()
  return c.json({ error: { description: `the fake failed: ${String(error)}` } }, 500)
}
