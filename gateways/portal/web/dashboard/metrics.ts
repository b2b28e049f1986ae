/** A few of the numbers that the gateway has for Prometheus. */

export interface Metrics {
  /** Of the whole process. */
  readonly memoryBytes: number;
  readonly sockets: number;
  /** Requests of pages and visitors that the city failed to answer since it was started (status 500 and above). */
  readonly failedAnswers: number;
}

/** The text format of Prometheus, as far as it is needed. Numbers that do not stand there are 0. */
export function metricsIn(text: string): Metrics {
  const numbers = text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name === '' || Number.isNaN(Number(value)) ? [] : [{ name, labels, value: Number(value) }];
  });
  const sum = (wanted: string, of: RegExp = /^/) =>
    numbers.reduce((all, { name, labels, value }) => (name === wanted && of.test(labels) ? all + value : all), 0);
  return {
    memoryBytes: sum('civitas_process_memory_bytes'),
    sockets: sum('civitas_sockets'),
    failedAnswers: sum('civitas_http_answers_total', /status="5\d\d"/),
  };
}

/** Rejects when they cannot be had. */
export async function lookAtMetrics(): Promise<Metrics> {
  const response = await fetch('/metrics');
  if (!response.ok) throw new Error(`the metrics were answered with ${response.status}`);
  return metricsIn(await response.text());
}
