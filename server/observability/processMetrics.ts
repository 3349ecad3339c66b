import { Counter, Gauge, type Registry } from "prom-client";

/** Memory, processor time and start of the process, by the names that Prometheus' clients use. */
export function watchProcess(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge("process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss());
  gauge("nodejs_heap_size_used_bytes", "Used heap.", () => process.memoryUsage().heapUsed);
  gauge("nodejs_heap_size_total_bytes", "Heap.", () => process.memoryUsage().heapTotal);
  gauge("nodejs_external_memory_bytes", "Memory outside the heap.", () => process.memoryUsage().external);
  gauge("process_start_time_seconds", "When the process started.", () => Date.now() / 1000 - process.uptime());
  const cpu = new Counter({
    name: "process_cpu_seconds_total",
    help: "User and system time.",
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  cpu.inc(0);
}
