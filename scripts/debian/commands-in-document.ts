/** A place in a document where the reader puts a value of their own, and the value. */
export type Values = Record<string, string>

/**
 * The commands of a section of a document, in the order in which a person types them. Only blocks that are marked `sh` count; ` ```sh certbot`
 * is another way to the same end, which needs the internet. Throws where a value is not used, or a place `<…>` has none.
 */
export function readCommands(document: string, heading: string, values: Values): string[] {
  const section = document.split(/^(?=## )/m).find((each) => each.startsWith(`## ${heading}\n`))
  if (section === undefined) throw new Error(`The document has no section ${heading}.`)
  let commands = readBlocks(section)
  for (const [place, value] of Object.entries(values)) {
    if (!commands.some((each) => each.includes(place)))
      throw new Error(`The document no longer contains ${place}.`)
    commands = commands.map((each) => each.replaceAll(place, value))
  }
  const open = commands.join('\n').match(/<[a-z_][^<>@\n]*>/)
  if (open) throw new Error(`There is no value for ${open[0]}.`)
  return commands
}

function readBlocks(section: string): string[] {
  return [...section.matchAll(/^( *)```sh\n(.*?)\n\1```$/gms)].map(([, indent = '', block = '']) =>
    block
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n'),
  )
}
