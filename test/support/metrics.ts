/** One figure of what a process tells monitoring; 0 where it isn't told. */
export async function readMetric(url: string, name: string, labels: Record<string, string> = {}) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => {
    const has = ([label, value]: [string, string]) => line.includes(`${label}="${value}"`);
    return /^[a-z_]+/.exec(line)?.[0] === name && Object.entries(labels).every(has);
  });
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
