import { itemLoader } from '../parts/session/item-loader.ts'

export const loader = itemLoader((api, id) => api.get('/campaigns/:id/webhook', { id }))
