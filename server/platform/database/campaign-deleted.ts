import pg from 'pg'

/** True if a row was refused because its campaign was deleted at the same moment (migration 0028). */
export function isCampaignDeleted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'AJ001'
}
