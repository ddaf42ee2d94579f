/** What is a query, a pattern, a path or the end of something to one store or another. */
export const hostile = [
  `") || true || ("`,
  `*[_type == "user"]`,
  `$status`,
  `a" match "b`,
  `]{_id} // `,
  `' or 1=1 --`,
  `ajo.words`,
  `drafts.**`,
  `\\" \\u0022`,
  `{"$ref": 1}`,
  `&$x=1`,
]
