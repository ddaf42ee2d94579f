/** The pages of a list, of which `read` answers the rows after the last of the page before. The last has fewer rows than `size`. */
export async function* eachPage<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let page = await read(undefined); ; page = await read(page.at(-1))) {
    yield page
    if (page.length < size) return
  }
}
