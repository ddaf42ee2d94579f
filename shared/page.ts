import * as z from 'zod/mini'

import { paymentModes } from './donation.ts'

/** What every page knows about the place it is served from. */
export const siteSchema = z.object({
  /** 'https://ajo.example', without a slash: share links and canonical addresses begin with it. */
  origin: z.string(),
  mode: z.enum(paymentModes),
  supportEmail: z.string(),
  year: z.int(),
})
export type Site = z.output<typeof siteSchema>

/** Travels in the document, for the script that takes over what the server rendered. */
export const pageDataSchema = z.object({
  site: siteSchema,
  /** The script's entry and everything this page needs of it. */
  entry: z.string(),
  modules: z.array(z.string()),
  /** Null where the page is rendered by the browser alone. */
  hydration: z.nullable(
    z.object({
      matches: z.array(
        z.object({
          id: z.string(),
          params: z.record(z.string(), z.optional(z.string())),
          pathname: z.string(),
          pathnameBase: z.string(),
        }),
      ),
      loaderData: z.record(z.string(), z.unknown()),
      actionData: z.nullable(z.record(z.string(), z.unknown())),
      errors: z.nullable(z.record(z.string(), z.unknown())),
    }),
  ),
})
export type PageData = z.output<typeof pageDataSchema>

/** The id of the element that holds it. */
export const pageDataId = 'page-data'

export type PageScript = 'app' | 'visit'

/** One page as the renderer hands it to the server. */
export type RenderedPage =
  | {
      kind: 'redirect'
      status: number
      location: string
      /** What a loader or an action wants remembered on the way. */
      setCookies: string[]
    }
  | {
      kind: 'page'
      status: number
      /** Title, description and the like; the rest is the content of #root. Both escaped by React. */
      head: string
      body: string
      hydration: PageData['hydration']
      /** Which script takes over: the app, or the small one of the pages that visitors read. */
      script: PageScript
      /** Source files of the matched screens, to be loaded with the script's entry. */
      sources: string[]
      /** What loaders and actions of the page set. */
      setCookies: string[]
      /** What went wrong and nobody expected, for the log. */
      failures: unknown[]
    }

/** How a visitor's page reaches the API from inside the server. */
export type PageSend = (path: string, init: RequestInit) => Promise<Response>

/** What `web/render.tsx` offers to the server. */
export interface PageRenderer {
  render: (request: Request, page: { send: PageSend; site: Site }) => Promise<RenderedPage>
  /** True if the page is the same for every visitor and needs no query, so that it may be kept. */
  isSameForAll: (pathname: string) => boolean
}
