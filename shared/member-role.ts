/**
 * Who looks after a campaign beside its organiser. An editor publishes updates and answers questions. A treasurer sees the money, asks
 * for refunds, and confirms what the organiser asks.
 */
export const memberRoles = ['editor', 'treasurer'] as const
export type MemberRole = (typeof memberRoles)[number]
