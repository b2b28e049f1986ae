/** A few of the Portal Gateway's metrics for Prometheus. */

export interface Metrics {
  /** Of the whole process. */
  readonly memoryBytes: number;
  /** Of this gateway. */
  readonly sockets: number;
}

/** Reads the text format of Prometheus, as far as needed. Absent metrics are 0. */
export function metricsIn(text: string): Metrics {
  const numbers = text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^(\w+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    return name === '' || Number.isNaN(Number(value)) ? [] : [{ name, value: Number(value) }];
  });
  const sum = (wanted: string) => numbers.reduce((all, { name, value }) => (name === wanted ? all + value : all), 0);
  return {
    memoryBytes: sum('civitas_process_memory_bytes'),
    sockets: sum('civitas_sockets'),
  };
}

/** Rejects when they cannot be fetched. */
export async function fetchMetrics(): Promise<Metrics> {
  const response = await fetch('/metrics');
  if (!response.ok) throw new Error(`the metrics were answered with ${response.status}`);
  return metricsIn(await response.text());
}
