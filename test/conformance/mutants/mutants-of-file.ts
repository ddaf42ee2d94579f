/** By file of the product: ids of the rows that break (separated by spaces), text that occurs once, text instead. */
export type MutantsOfFile = Record<string, [rows: string, find: string, replace: string][]>
