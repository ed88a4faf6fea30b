// SPDX-License-Identifier: BSD-3-Clause
// This library's products of blocks, and of the same elements as scalars, timed.
#pragma once

#include "measure/Method.hpp"
#include "methods/CalledMethod.hpp"
#include "problem/BlockElements.hpp"
#include "problem/BlocksArrays.hpp"
#include "problem/SpMmArrays.hpp"
#include "problem/SpMvArrays.hpp"
#include <Araios_BsrRap.hpp>
#include <Araios_BsrSpGemm.hpp>
#include <Araios_BsrSpMv.hpp>
#include <Araios_Rap.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_Workspace.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace araios::perf {

template <class Space>
using SharedBlocks = std::shared_ptr<BlocksArrays<Space>>;
using MethodPointer = std::unique_ptr<RepeatedMethod>;

/// A method of this library without set-up.
template <class Space>
MethodPointer own_call(char const* algorithm, std::function<void()> call) {
  return std::make_unique<CalledMethod<Space>>(
      typename CalledMethod<Space>::Name{"araios", algorithm}, nullptr, std::move(call));
}

/// Keeps C, a matrix of blocks, for the check.
template <class Space, class Blocks>
void keep_blocks(BlocksArrays<Space>& arrays, Blocks const& c) {
  arrays.result = {[c] {
                     auto const& graph = c.graph;
                     return elements_of_blocks(graph.num_cols, graph.row_offsets, graph.columns,
                                               c.values, {c.block_rows, c.block_cols});
                   },
                   true, true};
}

/// Keeps C, a matrix of elements, for the check.
template <class Space, class Matrix>
void keep_elements(BlocksArrays<Space>& arrays, Matrix const& c) {
  arrays.result = {[c] {
                     auto const& graph = c.graph;
                     return host_result(graph.num_rows, graph.num_cols, graph.row_offsets,
                                        graph.columns, c.values);
                   },
                   false, true};
}

/// The whole call `multiply`, whose C is kept by `keep`. The C of the call before is freed first.
template <class Space, class Multiply, class Keep>
MethodPointer whole_call(SharedBlocks<Space> arrays, char const* algorithm,
                         Multiply const& multiply, Keep const& keep) {
  return own_call<Space>(algorithm, [arrays, multiply, keep] {
    arrays->result = {};
    keep(*arrays, multiply(*arrays));
  });
}

/// A numeric phase. Set-up makes the plan by `plan`, and C.
template <class Space, class MakePlan, class Multiply, class Keep>
MethodPointer numeric_phase(SharedBlocks<Space> arrays, char const* algorithm,
                            MakePlan const& make_plan, Multiply const& multiply, Keep const& keep) {
  using Plan = decltype(make_plan(*arrays));
  using Result = decltype(std::declval<Plan>().template allocate<double>(Space{}, "C"));
  struct Held {
    Plan plan;
    Result c;
  };
  auto const held = std::make_shared<std::optional<Held>>();
  auto const set_up = [arrays, held, make_plan] {
    auto const plan = make_plan(*arrays);
    held->emplace(Held{plan, plan.template allocate<double>(arrays->exec, "C")});
    arrays->write_into((*held)->c.values);
  };
  return std::make_unique<CalledMethod<Space>>(
      typename CalledMethod<Space>::Name{"araios", algorithm}, set_up,
      [arrays, held, multiply, keep] {
        multiply(*arrays, (*held)->plan, (*held)->c);
        if (!arrays->result.on_host) keep(*arrays, (*held)->c);
      });
}

/// C = A·A.
template <class Space>
void add_square_calls(SharedBlocks<Space> const& arrays, std::vector<MethodPointer>& methods) {
  methods.push_back(whole_call<Space>(
      arrays, "blocks",
      [](auto const& of) { return block_spgemm(of.exec, of.a.blocks, of.a.blocks); },
      [](auto& of, auto const& c) { keep_blocks(of, c); }));
  methods.push_back(whole_call<Space>(
      arrays, "scalar",
      [](auto const& of) { return spgemm<int>(of.exec, of.a.elements, of.a.elements); },
      [](auto& of, auto const& c) { keep_elements(of, c); }));
}

/// The numeric phase of C = A·A; that of scalars replays where it can.
template <class Space>
void add_square_phases(SharedBlocks<Space> const& arrays, std::vector<MethodPointer>& methods) {
  methods.push_back(numeric_phase<Space>(
      arrays, "blocks",
      [](auto const& of) { return block_spgemm_symbolic(of.exec, of.a.blocks, of.a.blocks); },
      [](auto const& of, auto const& plan, auto const& c) {
        block_spgemm_numeric(of.exec, plan, of.a.blocks, of.a.blocks, c);
      },
      [](auto& of, auto const& c) { keep_blocks(of, c); }));
  methods.push_back(numeric_phase<Space>(
      arrays, "scalar",
      [](auto const& of) {
        SpGemmOptions options;
        options.replay = true;
        return spgemm_symbolic<int>(of.exec, of.a.elements, of.a.elements, options);
      },
      [](auto const& of, auto const& plan, auto const& c) {
        spgemm_numeric(of.exec, plan, of.a.elements, of.a.elements, c);
      },
      [](auto& of, auto const& c) { keep_elements(of, c); }));
}

/// C = R·A·P.
template <class Space>
void add_triple_calls(SharedBlocks<Space> const& arrays, std::vector<MethodPointer>& methods) {
  methods.push_back(whole_call<Space>(
      arrays, "blocks",
      [](auto const& of) { return block_rap(of.exec, of.a.blocks, of.p->blocks); },
      [](auto& of, auto const& c) { keep_blocks(of, c); }));
  methods.push_back(whole_call<Space>(
      arrays, "scalar",
      [](auto const& of) { return rap<int>(of.exec, of.a.elements, of.p->elements); },
      [](auto& of, auto const& c) { keep_elements(of, c); }));
}

/// The numeric phase of C = R·A·P.
template <class Space>
void add_triple_phases(SharedBlocks<Space> const& arrays, std::vector<MethodPointer>& methods) {
  methods.push_back(numeric_phase<Space>(
      arrays, "blocks",
      [](auto const& of) { return block_rap_symbolic(of.exec, of.a.blocks, of.p->blocks); },
      [](auto const& of, auto const& plan, auto const& c) {
        block_rap_numeric(of.exec, plan, of.a.blocks, of.p->blocks, c);
      },
      [](auto& of, auto const& c) { keep_blocks(of, c); }));
  methods.push_back(numeric_phase<Space>(
      arrays, "scalar",
      [](auto const& of) { return rap_symbolic<int>(of.exec, of.a.elements, of.p->elements); },
      [](auto const& of, auto const& plan, auto const& c) {
        rap_numeric(of.exec, plan, of.a.elements, of.p->elements, c);
      },
      [](auto& of, auto const& c) { keep_elements(of, c); }));
}

}  // namespace araios::perf
