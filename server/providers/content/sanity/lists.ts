import * as z from 'zod/mini'

import type { ContentStore } from '../content.ts'
import { addressesSchema, listDocumentAddresses } from './address-list.ts'
import { countDocuments, listDocuments, pageSchema } from './campaign-list.ts'
import type { ListedWrites } from './listed-writes.ts'
import {
  approvedAddresses,
  countedCampaigns,
  listedAddresses,
  listedCampaigns,
  listedCount,
  sortedCampaigns,
} from './queries.ts'
import type { SanityApi } from './sanity-api.ts'

type Lists = Pick<
  ContentStore,
  'listCampaigns' | 'countCampaigns' | 'listAddresses' | 'publicLists'
>
const approved = { status: 'approved' } as const

/** Lists from Sanity's API, and the public ones also from its CDN. */
export function sanityLists(api: SanityApi, writes: Pick<ListedWrites, 'read'>): Lists {
  return {
    listCampaigns: (filter, page) =>
      listDocuments(
        (order, params) => api.query(pageSchema, sortedCampaigns[order], params),
        filter,
        page,
      ),
    countCampaigns: (filter) =>
      countDocuments((params) => api.query(z.int(), countedCampaigns, params), filter),
    listAddresses: (page) =>
      listDocumentAddresses(
        (params) => api.query(addressesSchema, approvedAddresses, params),
        page,
      ),

    publicLists: {
      list: (filter, page) =>
        listDocuments(
          (order, params) => writes.read(pageSchema, listedCampaigns[order], params),
          { ...filter, ...approved },
          page,
        ),
      count: (filter) =>
        countDocuments((params) => writes.read(z.int(), listedCount, params), {
          ...filter,
          ...approved,
        }),
      listAddresses: (page) =>
        listDocumentAddresses(
          (params) => writes.read(addressesSchema, listedAddresses, params),
          page,
        ),
    },
  }
}
