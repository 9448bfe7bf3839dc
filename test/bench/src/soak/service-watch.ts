import { readdirSync } from "node:fs";
import { median } from "../median.js";
import { currentResidentMb } from "../resident-memory.js";

/** Samples another process periodically; on Linux only. */
export class ServiceWatch {
  readonly #pid: number;
  readonly #timer: NodeJS.Timeout;
  readonly residentMb: number[] = [];
  readonly descriptors: number[] = [];

  constructor(pid: number, intervalMs: number = 500) {
    this.#pid = pid;
    this.#timer = setInterval(() => {
      this.residentMb.push(currentResidentMb(this.#pid));
      this.descriptors.push(descriptorsOf(this.#pid));
    }, intervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Median resident size over a part of the time, from 0 to 1. */
  residentOver(from: number, to: number): number {
    const { length } = this.residentMb;
    return median(this.residentMb.slice(Math.floor(from * length), Math.ceil(to * length)));
  }
}

export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
